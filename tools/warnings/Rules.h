//===- tools/warnings/Rules.h - What rbcheck can say of which rule --------===//
//
// Tools warn of much that rbcheck does not look for: leaks, uninitialised
// values, style. That nothing fails at such a place refutes nothing. One table
// (Rules.def) says for every rule what would confirm it, and whether a search
// that finds nothing refutes it; every importer asks here.
// Tested by test/warnings/rules.test, test/meta/rules.test and
// test/unit/RulesTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/warnings/Import.h"

namespace rbcheck {

enum class RuleUse : uint8_t {
  Kind,  ///< judged as a kind of warning
  Fault, ///< judged: an error of some property at the place
  Open,  ///< may be confirmed, never refuted
  Never  ///< not judged
};

struct RuleRow {
  const char *rule;  ///< as canonicalRule() has it; * stands for anything
  const char *words; ///< of the message
  RuleUse use;
  WarningKind kind = WarningKind::Point; ///< of RuleUse::Kind
  const char *object = "";   ///< the quoted name behind it is the object
  const char *property = ""; ///< of RuleUse::Fault
  bool inCalls = false;      ///< errors in what the place calls count, too
  const char *reason = "";   ///< why it is not refuted, or not judged
};

/// "core.NullDereference" of "clang-analyzer-core.NullDereference",
/// "analyzer-double-free" of "-Werror=analyzer-double-free".
std::string canonicalRule(llvm::StringRef rule);

/// The row for a rule and the words of its message, or null.
const RuleRow *ruleFor(llvm::StringRef rule, llvm::StringRef message);

/// What the message of a RuleUse::Kind is about: a variable, a lock, or "".
std::string objectOf(const RuleRow &row, llvm::StringRef message);

/// Sets kind, object, and how far the warning can be judged, from its rule,
/// message and steps. A rule that nobody knows is said once.
void applyRule(Import &in, Warning &warning);

/// May be confirmed by what fails at the place, but not refuted.
void leaveOpen(Warning &warning, const std::string &why);

} // namespace rbcheck
