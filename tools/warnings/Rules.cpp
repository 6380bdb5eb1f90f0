//===- tools/warnings/Rules.cpp - What rbcheck can say of which rule ------===//
#include "tools/warnings/Rules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

#define RB_RULE_REASON(name, text) constexpr const char k##name[] = text;
#define RB_RULE_KIND(...)
#define RB_RULE_FAULT(...)
#define RB_RULE_OPEN(...)
#define RB_RULE_NEVER(...)
#include "tools/warnings/Rules.def"
#undef RB_RULE_REASON
#undef RB_RULE_KIND
#undef RB_RULE_FAULT
#undef RB_RULE_OPEN
#undef RB_RULE_NEVER

constexpr bool kHere = false, kInCalls = true;

constexpr RuleRow kRows[] = {
#define RB_RULE_REASON(...)
#define RB_RULE_KIND(tool, rule, words, kind, object)                               \
  {rule, words, RuleUse::Kind, WarningKind::kind, object},
#define RB_RULE_FAULT(tool, rule, words, property, calls)                           \
  {rule, words, RuleUse::Fault, WarningKind::Point, "", property, k##calls},
#define RB_RULE_OPEN(tool, rule, words, reason)                                     \
  {rule, words, RuleUse::Open, WarningKind::Point, "", "", false, k##reason},
#define RB_RULE_NEVER(tool, rule, words, reason)                                    \
  {rule, words, RuleUse::Never, WarningKind::Point, "", "", false, k##reason},
#include "tools/warnings/Rules.def"
#undef RB_RULE_REASON
#undef RB_RULE_KIND
#undef RB_RULE_FAULT
#undef RB_RULE_OPEN
#undef RB_RULE_NEVER
};

/// Does the whole text fit a pattern in which * is anything?
bool fits(StringRef pattern, StringRef text) {
  auto [head, rest] = pattern.split('*');
  if (head.size() == pattern.size())
    return text == pattern;
  if (!text.consume_front(head))
    return false;
  while (rest.contains('*')) {
    auto [part, more] = rest.split('*');
    size_t at = text.find(part);
    if (at == StringRef::npos)
      return false;
    text = text.drop_front(at + part.size());
    rest = more;
  }
  return text.ends_with(rest);
}

/// The text in single quotes behind `word`; without quotes, up to a comma.
std::string nameBehind(StringRef message, StringRef word) {
  if (word == ":")
    return message.split(": ").second.split(',').first.trim(" '").str();
  size_t at = message.find((word + " '").str());
  if (at == StringRef::npos)
    return "";
  return between(message.drop_front(at), "'", "'").str();
}

WarningKind kindBySteps(const Warning &warning) {
  size_t steps = 0;
  for (const auto &thread : warning.threads)
    steps += thread.size();
  return steps > 1 ? WarningKind::Path : WarningKind::Point;
}

std::string named(const Warning &warning, const std::string &why) {
  std::string rule = canonicalRule(warning.rule);
  return (rule.empty() ? "rbcheck cannot judge it: "
                       : "rbcheck cannot judge the rule '" + rule + "': ") +
         why;
}

/// How far a rule is judged that is no kind of its own.
void limit(Warning &warning, const RuleRow &row) {
  switch (row.use) {
  case RuleUse::Kind:
    break;
  case RuleUse::Fault:
    warning.property = row.property;
    warning.inCalls = row.inCalls;
    break;
  case RuleUse::Open:
    leaveOpen(warning, row.reason);
    break;
  case RuleUse::Never:
    warning.unjudged = named(warning, row.reason);
    break;
  }
}

} // namespace

std::string canonicalRule(StringRef rule) {
  llvm::SmallVector<StringRef, 4> names;
  rule.split(names, ',');
  for (StringRef name : names) {
    name = name.trim();
    if (name == "-Werror" || name == "-warnings-as-errors")
      continue;
    if (!name.consume_front("-Werror=") && !name.consume_front("-W") &&
        !name.consume_front("clang-analyzer-"))
      name.consume_front("clang-diagnostic-");
    // gcc's -Wformat=, -Wunused-result and the like may have a level.
    return name.split('=').first.str();
  }
  return rule.str();
}

const RuleRow *ruleFor(StringRef rule, StringRef message) {
  std::string name = canonicalRule(rule);
  const RuleRow *found = llvm::find_if(kRows, [&](const RuleRow &row) {
    return fits(row.rule, name) && fits(row.words, message);
  });
  return found == std::end(kRows) ? nullptr : found;
}

std::string objectOf(const RuleRow &row, StringRef message) {
  return *row.object ? nameBehind(message, row.object) : std::string();
}

void leaveOpen(Warning &warning, const std::string &why) {
  warning.unjudged = named(warning, why);
  warning.onlyConfirm = true;
}

void applyRule(Import &in, Warning &warning) {
  const RuleRow *row = ruleFor(warning.rule, warning.message);
  if (!row) {
    warning.kind = kindBySteps(warning);
    leaveOpen(warning, "nothing is known of it");
    in.remark("nothing is known of rule '" + warning.rule +
              "': what fails there confirms it, nothing refutes it");
    return;
  }
  if (row->use != RuleUse::Kind) {
    warning.kind = kindBySteps(warning);
    return limit(warning, *row);
  }
  warning.kind = row->kind;
  if (std::string object = objectOf(*row, warning.message); !object.empty())
    warning.object = object;
}

} // namespace rbcheck
