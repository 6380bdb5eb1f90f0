//===- search/reduce/Allowed.cpp - Where a reduction loses nothing --------===//
#include "search/reduce/Allowed.h"

#include "interp/exec/Model.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

/// Asking for the time moves it on, in no memory that effects could name.
static bool asksForTime(const Program &program) {
  return llvm::any_of(program.functions, [](const Function &function) {
    return function.kind == FunctionKind::Model &&
           findApproximation(allModels()[function.model].note) ==
               ApproximationKind::VirtualTime;
  });
}

std::string reasonNotToReduce(const Program &program,
                              const ContextOptions &context,
                              const MachineOptions &machine) {
  if (context.policies.bounds.any())
    return "a bound counts switches, which a reduction rearranges";
  if (context.visited.kind != VisitedKind::Fp128)
    return "it needs --visited=fp128";
  if (machine.steps == Steps::Sync)
    return "it needs --steps=access";
  if (machine.survives || machine.allVisible)
    return "executions go on behind errors";
  for (const Property *property : propertiesOf(context.checks))
    if (!property->isKeptByReduction())
      return "the check '" + property->check() +
             "' looks at more than what single threads do";
  if (asksForTime(program))
    return "the program asks for the time";
  return "";
}

} // namespace rbcheck
