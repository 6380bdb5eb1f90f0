//===- search/Checks.h - Which properties a run checks --------------------===//
//
// A property ("memory", "deadlock", ...) covers one or more kinds of fault; the
// table is interp/exec/Faults.def. `--check=+x,-y` starts from the default set;
// `--check=x,y` checks these alone. "all" and "none" are words, too.
// Tested by test/cli/check.test and test/unit/SearchTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Fault.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace rbcheck {

struct CheckInfo {
  const char *name;
  bool onByDefault;
  bool isBuilt; ///< false: a word of the contract, for a later version
  const char *help;
};

/// All properties, in the order of the documentation.
llvm::ArrayRef<CheckInfo> allChecks();

class CheckSet {
public:
  /// The default set.
  CheckSet();
  static llvm::Expected<CheckSet> parse(llvm::StringRef text);

  bool has(FaultKind kind) const { return kinds_ >> unsigned(kind) & 1; }
  bool has(llvm::StringRef check) const;
  /// Tells sets apart.
  uint64_t bits() const { return kinds_; }

private:
  void set(llvm::StringRef check, bool on);
  uint64_t kinds_ = 0;
};

} // namespace rbcheck
