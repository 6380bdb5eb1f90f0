//===- interp/exec/Approximation.h - What a run did not do exactly --------===//
//
// A value: which kind (Approximations.def), who met it and where first. The
// machine collects them; whether one stands in the way of "no-error" is the
// search's business, and the words are the report's.
// Tested by test/verify/accept.test and test/unit/ApproximationTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Fault.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <vector>

namespace rbcheck {

enum class ApproximationKind : uint8_t {
#define RB_APPROXIMATION(kind, name, couldHide, text) kind,
#include "interp/exec/Approximations.def"
#undef RB_APPROXIMATION
};

struct ApproximationInfo {
  ApproximationKind kind;
  const char *name; ///< for --accept
  bool couldHide;   ///< an error could be missed for it
  const char *text; ///< what is not exact
};

/// All kinds, in the order of the table.
llvm::ArrayRef<ApproximationInfo> allApproximations();
const ApproximationInfo &infoOf(ApproximationKind kind);
std::optional<ApproximationKind> findApproximation(llvm::StringRef name);

struct Approximation {
  ApproximationKind kind{};
  std::string who;    ///< the function that met it, or ""
  std::string detail; ///< more about it, or ""
  CodePlace place;    ///< of the first use
  bool hasPlace = true; ///< false: it is about the program as a whole

  bool couldHide() const { return infoOf(kind).couldHide; }
  /// The same thing, wherever it was met.
  bool isSame(const Approximation &other) const {
    return kind == other.kind && who == other.who && detail == other.detail;
  }
};

/// Adds one unless it is there.
void addTo(std::vector<Approximation> &list, Approximation one);

} // namespace rbcheck
