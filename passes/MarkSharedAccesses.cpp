//===- passes/MarkSharedAccesses.cpp - The marking pass -------------------===//
//
// All sites are marked first and the private ones unmarked after, because ids
// must not depend on what the analysis finds.
// Tested by test/passes/marks-*, escape-* and ids-*.
//
//===----------------------------------------------------------------------===//
#include "passes/MarkSharedAccesses.h"

#include "passes/Marks.h"
#include "passes/SharedAccess.h"
#include "passes/SiteIds.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace rbcheck {

void markSharedAccesses(Module &module, Scope scope) {
  numberSites(module);
  SharedAccess analysis(module, scope);
  for (Function &function : module) {
    for (Instruction &inst : instructions(function)) {
      std::optional<Mark> mark = getMark(inst);
      if (!mark)
        continue;
      // Linking may have defined a callee since the site was numbered.
      std::optional<MarkKind> kind = getSiteKind(inst);
      if (!kind || !analysis.mayTouchShared(inst))
        clearMark(inst);
      else if (*kind != mark->kind)
        setMark(inst, {mark->id, *kind});
    }
  }
}

PreservedAnalyses MarkSharedAccessesPass::run(Module &module,
                                              ModuleAnalysisManager &) {
  clearMarks(module);
  markSharedAccesses(module, scope_);
  return PreservedAnalyses::all();
}

} // namespace rbcheck
