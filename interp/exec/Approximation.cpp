//===- interp/exec/Approximation.cpp - What a run did not do exactly ------===//
#include "interp/exec/Approximation.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

static constexpr ApproximationInfo kKinds[] = {
#define RB_APPROXIMATION(kind, name, couldHide, text)                          \
  {ApproximationKind::kind, name, couldHide, text},
#include "interp/exec/Approximations.def"
#undef RB_APPROXIMATION
};

llvm::ArrayRef<ApproximationInfo> allApproximations() { return kKinds; }

const ApproximationInfo &infoOf(ApproximationKind kind) {
  return kKinds[size_t(kind)];
}

std::optional<ApproximationKind> findApproximation(llvm::StringRef name) {
  for (const ApproximationInfo &info : kKinds)
    if (name == info.name)
      return info.kind;
  return std::nullopt;
}

void addTo(std::vector<Approximation> &list, Approximation one) {
  if (llvm::none_of(list, [&](const Approximation &known) {
        return known.isSame(one);
      }))
    list.push_back(std::move(one));
}

} // namespace rbcheck
