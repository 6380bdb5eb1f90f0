//===- search/Checks.h - Which properties a run checks --------------------===//
//
// A word of --check ("memory", "deadlock", ...) covers one or more kinds of
// fault (interp/exec/Faults.def) and the properties that name it (Property.h).
// Who brings a property brings its word. `--check=+x,-y` starts from the
// default set; `--check=x,y` checks these alone. "all" and "none" are words,
// too.
// Tested by test/cli/check.test and test/unit/SearchTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Fault.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <set>
#include <string>

namespace rbcheck {

struct CheckInfo {
  const char *name = nullptr;
  bool onByDefault = false;
  const char *help = nullptr; ///< null: another file says it
  bool isInAll = true;        ///< "all" turns it on
};

/// All words, sorted.
llvm::ArrayRef<CheckInfo> allChecks();
/// Adds a word; what is known of it stays unless this one says more.
void registerCheck(const CheckInfo &check);

class RegisterCheck {
public:
  explicit RegisterCheck(const CheckInfo &check) { registerCheck(check); }
};

class CheckSet {
public:
  /// The default set.
  CheckSet();
  static llvm::Expected<CheckSet> parse(llvm::StringRef text);

  bool has(FaultKind kind) const { return has(faultCheck(kind)); }
  bool has(llvm::StringRef check) const;
  /// Tells sets apart: "arithmetic,assertion,".
  std::string text() const;

private:
  void set(llvm::StringRef check, bool on);
  std::set<std::string> on_;
};

} // namespace rbcheck
