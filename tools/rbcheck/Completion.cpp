//===- tools/rbcheck/Completion.cpp - Options for the shell to complete ---===//
#include "tools/rbcheck/Completion.h"

#include "tools/rbcheck/OptionRow.h"
#include "tools/report/Embedded.h"

#include "search/Checks.h"
#include "search/Search.h"

#include "llvm/ADT/StringExtras.h"

namespace rbcheck {

namespace {

using llvm::StringRef;
using options::dashed;
using options::isLetter;
using options::Row;

using Words = std::vector<std::string>;

/// What can follow an option.
struct Values {
  enum Kind : uint8_t { None, Any, Files, Words, List } kind;
  std::vector<std::string> words; ///< of Words and List (with commas between)
  std::vector<std::string> after; ///< once there is a colon
};

/// The words that a setter names when it refuses a value: "... is not one of
/// auto, on, off". Empty if it takes any.
Words namedBySetter(const Row &row) {
  Options scratch;
  llvm::Error error = row.set(scratch, row.name, "?");
  if (!error)
    return {};
  std::string message = llvm::toString(std::move(error));
  Words words;
  for (StringRef begin : {"is not one of ", "; there are "}) {
    StringRef list = StringRef(message).split(begin).second;
    llvm::SmallVector<StringRef, 32> parts;
    list.split(parts, ", ", -1, /*KeepEmpty=*/false);
    for (StringRef part : parts) {
      // "..., uncaught-exception; and memory-order"
      auto [word, more] = part.split("; and ");
      words.push_back(word.str());
      if (!more.empty())
        words.push_back(more.str());
    }
  }
  return words;
}

Values searchValues() {
  Values values{Values::Words, {}, {}};
  for (const SearchInfo &search : allSearches()) {
    values.words.push_back(search.name);
    for (const SearchParam &param : search.params)
      values.after.push_back(search.name + ":" + param.name + "=");
  }
  return values;
}

Values checkValues() {
  Values values{Values::List, {"all", "none"}, {}};
  for (const char *sign : {"", "+", "-"})
    for (const CheckInfo &check : allChecks())
      values.words.push_back(sign + std::string(check.name));
  return values;
}

Values valuesOf(const Row &row) {
  if (!row.value)
    return {Values::None, {}, {}};
  StringRef name = row.name, value = row.value;
  if (name == "search")
    return searchValues();
  if (name == "check")
    return checkValues();
  if (name == "order")
    return {Values::List,
            {"thread", "same", "switch", "random", "interference", "rank:"},
            {}};
  if (name == "bound")
    return {Values::List, {"preemptions:", "delays:", "depth:"}, {}};
  if (name == "visited")
    return {Values::Words, {"fp128", "fp64", "exact", "bitstate:"}, {}};
  if (name == "std")
    return {Values::Words,
            {"c11", "c17", "c2x", "c++11", "c++14", "c++17", "c++20", "c++23"},
            {}};
  if ((value.starts_with("FILE") && !value.contains(':')) || value == "FOLDER")
    return {Values::Files, {}, {}};
  Words words = namedBySetter(row);
  if (words.empty())
    return {Values::Any, {}, {}};
  return {value.contains(",") ? Values::List : Values::Words, words, {}};
}

template <typename Visit> void forEachOption(Visit visit) {
  for (const Row &row : options::allRows())
    if (row.name && row.help)
      visit(row, valuesOf(row));
}

/// The frame of a script, with `text` for its line @OPTIONS@.
std::string inFrame(StringRef file, const std::string &text) {
  auto [before, after] = embeddedFile(file).split("@OPTIONS@\n");
  return (before + text + after).str();
}

/// For zsh, where [ ] : have a meaning in a specification, and ' ends it.
std::string zshText(StringRef text) {
  std::string quoted;
  for (char c : text) {
    if (c == '\'')
      quoted += "'\\'";
    else if (StringRef("[]:\\").contains(c))
      quoted += '\\';
    quoted += c;
  }
  return quoted;
}

} // namespace

std::string bashCompletion() {
  std::string options, cases;
  forEachOption([&](const Row &row, const Values &values) {
    std::string option = dashed(row);
    options += option + (row.value && !isLetter(row) ? "= " : " ");
    auto add = [&](const char *kind) {
      cases += "  " + option + ") kind=" + kind;
      if (!values.words.empty())
        cases += "\n    words='" + llvm::join(values.words, " ") + "'";
      if (!values.after.empty())
        cases += "\n    [[ $2 == *:* ]] &&\n      words='" +
                 llvm::join(values.after, " ") + "'";
      cases += " ;;\n";
    };
    switch (values.kind) {
    case Values::None:
      return;
    case Values::Any:
      return add("any");
    case Values::Files:
      return add("files");
    case Values::Words:
      return add("words");
    case Values::List:
      return add("list");
    }
  });
  return inFrame("tools/rbcheck/completion/rbcheck.bash",
                 "  options='" + StringRef(options).trim().str() +
                     "'\n  case $1 in\n" + cases + "  esac\n");
}

std::string zshCompletion() {
  std::string text;
  forEachOption([&](const Row &row, const Values &values) {
    // -I+ and --name=: the value follows at once or is the next word.
    const char *link = !row.value ? "" : isLetter(row) ? "+" : "=";
    text += "    '*" + dashed(row) + link + "[" +
            zshText(StringRef(row.help).split("; ").first) + "]";
    if (row.value)
      text += ":" + zshText(row.value) + ":";
    Words words = values.words;
    words.insert(words.end(), values.after.begin(), values.after.end());
    std::string list;
    for (const std::string &word : words)
      list += " " + zshText(word);
    switch (values.kind) {
    case Values::None:
    case Values::Any:
      break;
    case Values::Files:
      text += "_files";
      break;
    case Values::Words:
      text += "(" + StringRef(list).trim().str() + ")";
      break;
    case Values::List:
      text += "_sequence compadd -" + list;
      break;
    }
    text += "'\n";
  });
  return inFrame("tools/rbcheck/completion/rbcheck.zsh", text);
}

} // namespace rbcheck
