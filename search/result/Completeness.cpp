//===- search/result/Completeness.cpp - How far a search came, as a value -===//
#include "search/result/Completeness.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

bool Completeness::hasAccepted(ApproximationKind kind) const {
  return llvm::is_contained(accepted, kind);
}

bool Completeness::isHiding(const Approximation &one) const {
  return one.couldHide() && !hasAccepted(one.kind);
}

bool Completeness::hasGaps() const {
  return cuts || depthCut || endless || toBits ||
         visited.kind == VisitedKind::Bitstate ||
         llvm::any_of(approximations, [&](const MetApproximation &one) {
           return isHiding(one);
         });
}

bool Completeness::isCompleteWithinBounds() const {
  return !stop && !hasOpenWork && !hasGaps();
}

bool Completeness::isExhausted() const {
  return !stop && !hasOpenWork && !droppedByBound && !depthCut && !endless;
}

} // namespace rbcheck
