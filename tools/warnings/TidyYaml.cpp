//===- tools/warnings/TidyYaml.cpp - Reads clang-tidy's -export-fixes -----===//
//
// Diagnostics with notes, at byte offsets: the source files are needed to get
// lines. They are looked for as named, by --path-map, and by ever shorter ends
// of the path below the current folder.
// Tested by test/warnings/samples.test and test/warnings/bad-input.test.
//
//===----------------------------------------------------------------------===//
#include "search/files/Read.h"
#include "tools/warnings/Messages.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

#include <map>

namespace rbcheck {

namespace {

using llvm::StringRef;
namespace yaml = llvm::yaml;

/// The parser recurses with the nesting; clang-tidy writes a handful of levels.
bool isDeep(StringRef text, size_t &line) {
  constexpr size_t kMost = 64;
  size_t flows = 0;
  line = 0;
  while (!text.empty()) {
    auto [here, rest] = text.split('\n');
    text = rest;
    ++line;
    StringRef words = here.ltrim(' ');
    size_t indent = here.size() - words.size(), opened = 0, dashes = 0;
    if (words.starts_with("[") || words.starts_with("{"))
      ++flows;
    for (char c : words)
      opened += c == '[' || c == '{';
    for (StringRef w = words; w.consume_front("-") || w.consume_front("?");
         w = w.ltrim(" \t"))
      ++dashes;
    bool isMessage = words.contains('\'') || words.contains('"');
    if (indent > 2 * kMost || flows > kMost || dashes > kMost ||
        (opened > kMost && !isMessage))
      return true;
  }
  return false;
}

class Sources {
public:
  explicit Sources(const ReadOptions &options) : options_(options) {}

  /// Line and column of a byte; false if the file is not here.
  bool locate(const std::string &path, uint64_t offset, MessageAt &at) {
    const std::optional<std::string> &text = find(path);
    if (!text || offset > text->size())
      return false;
    StringRef before = StringRef(*text).take_front(offset);
    at.place.file = path;
    at.place.line = uint32_t(before.count('\n') + 1);
    at.column = uint32_t(offset - (before.rfind('\n') + 1) + 1);
    return true;
  }

private:
  const std::optional<std::string> &find(const std::string &path) {
    auto [found, isNew] = files_.try_emplace(path);
    if (!isNew)
      return found->second;
    std::vector<std::string> names;
    for (const PathMap &map : options_.pathMaps)
      if (StringRef rest = path; rest.consume_front(map.from))
        names.push_back(map.to + rest.str());
    names.push_back(path);
    for (StringRef rest = path; rest.contains('/');) {
      rest = rest.split('/').second;
      names.push_back(rest.str());
    }
    for (const std::string &name : names)
      if (auto buffer = readSourceFile(name)) {
        found->second = buffer->getBuffer().str();
        break;
      }
    return found->second;
  }

  const ReadOptions &options_;
  std::map<std::string, std::optional<std::string>> files_;
};

std::string scalar(yaml::Node *node) {
  llvm::SmallString<128> storage;
  if (auto *value = llvm::dyn_cast_or_null<yaml::ScalarNode>(node))
    return value->getValue(storage).str();
  if (auto *block = llvm::dyn_cast_or_null<yaml::BlockScalarNode>(node))
    return block->getValue().str();
  return "";
}

struct TidyMessage {
  std::string text, file;
  uint64_t offset = 0;
  bool hasOffset = false;
};

void readField(TidyMessage &message, StringRef key, yaml::Node *value) {
  if (key == "Message")
    message.text = scalar(value);
  else if (key == "FilePath")
    message.file = scalar(value);
  else if (key == "FileOffset")
    message.hasOffset = !StringRef(scalar(value))
                             .getAsInteger(10, message.offset);
  else
    value->skip();
}

/// Every pair of a mapping; a node can be read only once, in order.
template <typename Each> void eachPair(yaml::Node *node, Each each) {
  auto *mapping = llvm::dyn_cast_or_null<yaml::MappingNode>(node);
  if (!mapping)
    return;
  for (yaml::KeyValueNode &pair : *mapping) {
    std::string key = scalar(pair.getKey());
    if (yaml::Node *value = pair.getValue())
      each(key, value);
  }
}

class TidyReport {
public:
  explicit TidyReport(Import &in) : in_(in), sources_(in.options) {}

  void diagnostic(yaml::Node *node) {
    std::string pointer = "/Diagnostics/" + std::to_string(count_++);
    std::string name;
    TidyMessage message;
    std::vector<TidyMessage> notes;
    eachPair(node, [&](StringRef key, yaml::Node *value) {
      if (key == "DiagnosticName")
        name = scalar(value);
      else if (key == "DiagnosticMessage")
        eachPair(value, [&](StringRef field, yaml::Node *inner) {
          readField(message, field, inner);
        });
      else if (key == "Notes" && llvm::isa<yaml::SequenceNode>(value))
        for (yaml::Node &note : *llvm::cast<yaml::SequenceNode>(value)) {
          notes.emplace_back();
          eachPair(&note, [&](StringRef field, yaml::Node *inner) {
            readField(notes.back(), field, inner);
          });
        }
      else // clang-tidy before 10 has the message right here
        readField(message, key, value);
    });
    MessageAt finding;
    if (!locate(message, finding, pointer))
      return;
    std::vector<MessageAt> places;
    for (const TidyMessage &note : notes)
      if (MessageAt at; locate(note, at, pointer))
        places.push_back(std::move(at));
    Warning warning = warningOf(in_, name, finding, places);
    warning.tool = "clang-tidy";
    in_.add(std::move(warning), pointer);
  }

private:
  bool locate(const TidyMessage &message, MessageAt &at,
              const std::string &pointer) {
    at.text = message.text;
    if (message.file.empty() || !message.hasOffset)
      return in_.complain(pointer, "the diagnostic has no file or no offset"),
             false;
    if (sources_.locate(message.file, message.offset, at))
      return true;
    in_.complain(pointer, "byte " + std::to_string(message.offset) +
                              " has no line: cannot find " + message.file +
                              "; say where it is with --path-map=FROM=TO");
    return false;
  }

  Import &in_;
  Sources sources_;
  size_t count_ = 0;
};

} // namespace

llvm::Error readTidyYaml(Import &in) {
  size_t line;
  if (isDeep(in.text, line))
    return in.fail(line, "YAML is nested too deep");
  llvm::SourceMgr manager;
  std::pair<int, std::string> problem{0, ""};
  manager.setDiagHandler(
      [](const llvm::SMDiagnostic &diagnostic, void *to) {
        auto &first = *static_cast<std::pair<int, std::string> *>(to);
        if (first.second.empty())
          first = {diagnostic.getLineNo(), diagnostic.getMessage().str()};
      },
      &problem);
  yaml::Stream stream(in.text, manager, /*ShowColors=*/false);
  TidyReport report(in);
  bool hasList = false;
  for (auto document = stream.begin(); document != stream.end(); ++document) {
    yaml::Node *root = document->getRoot();
    if (!root || stream.failed())
      break;
    eachPair(root, [&](StringRef key, yaml::Node *value) {
      auto *list = llvm::dyn_cast<yaml::SequenceNode>(value);
      if (key != "Diagnostics" || !list)
        return value->skip();
      hasList = true;
      for (yaml::Node &item : *list)
        if (!in.isStopped())
          report.diagnostic(&item);
    });
    if (stream.failed())
      break;
  }
  if (stream.failed())
    in.complain("line " + std::to_string(problem.first),
                "not valid YAML: " + problem.second +
                    "; what stands before is read");
  else if (!hasList)
    return in.fail(0, "clang-tidy's YAML has 'Diagnostics', this has none");
  return llvm::Error::success();
}

} // namespace rbcheck
