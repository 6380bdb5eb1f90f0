//===- search/reduce/Allowed.cpp - Where a reduction loses nothing --------===//
#include "search/reduce/Allowed.h"

namespace rbcheck {

std::string reasonNotToReduce(const ContextOptions &context,
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
  return "";
}

} // namespace rbcheck
