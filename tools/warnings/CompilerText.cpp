//===- tools/warnings/CompilerText.cpp - Reads text like a compiler's -----===//
//
// `file:line:col: warning: message [rule]`; notes belong to the warning before
// them, excerpts of the source are skipped.
// Tested by test/warnings/samples.test.
//
//===----------------------------------------------------------------------===//
#include "tools/warnings/Messages.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

enum class Level { None, Note, Finding };

/// Splits a line at its severity.
Level splitLine(StringRef line, MessageAt &at) {
  // The first severity in the line is the tool's; more may be in the message.
  struct {
    const char *word;
    Level level;
  } kWords[] = {{": warning: ", Level::Finding}, {": error: ", Level::Finding},
                {": fatal error: ", Level::Finding},
                {": style: ", Level::Finding},
                {": performance: ", Level::Finding},
                {": portability: ", Level::Finding},
                {": note: ", Level::Note}};
  size_t first = StringRef::npos;
  Level level = Level::None;
  StringRef word;
  for (const auto &row : kWords)
    if (size_t found = line.find(row.word); found < first) {
      first = found;
      level = row.level;
      word = row.word;
    }
  if (level == Level::None ||
      !splitPlace(line.take_front(first), at.place, at.column))
    return Level::None;
  at.text = line.drop_front(first + word.size()).str();
  return level;
}

/// "message [rule]" into its parts.
std::string takeRule(std::string &text) {
  StringRef whole = StringRef(text).rtrim();
  size_t open = whole.rfind(" [");
  if (!whole.ends_with("]") || open == StringRef::npos)
    return "";
  std::string rule = whole.drop_front(open + 2).drop_back().str();
  text = whole.take_front(open).rtrim().str();
  return rule;
}

} // namespace

llvm::Error readCompilerText(Import &in) {
  MessageAt finding;
  std::vector<MessageAt> notes;
  size_t number = 0, begun = 0;
  auto finish = [&] {
    if (!begun)
      return;
    std::string rule = takeRule(finding.text);
    Warning warning = warningOf(in, rule, finding, notes);
    warning.tool = "text";
    in.add(std::move(warning), "line " + std::to_string(begun));
    begun = 0;
  };
  for (StringRef rest = in.text; !rest.empty() && !in.isStopped();) {
    auto [line, more] = rest.split('\n');
    rest = more;
    ++number;
    MessageAt at;
    switch (splitLine(line.rtrim(), at)) {
    case Level::None:
      break;
    case Level::Note:
      notes.push_back(std::move(at));
      break;
    case Level::Finding:
      finish();
      finding = std::move(at);
      notes.clear();
      begun = number;
      break;
    }
  }
  finish();
  return llvm::Error::success();
}

} // namespace rbcheck
