//===- tools/report/SarifParts.cpp - Pieces that SARIF files are made of --===//
#include "tools/report/SarifParts.h"

#include "tools/report/Explain.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

namespace rbcheck {

using llvm::StringRef;
using llvm::json::Array;
using JsonObject = llvm::json::Object;

namespace {

/// "use-after-free" as "UseAfterFree".
std::string camelCase(StringRef kind) {
  std::string name;
  bool isStart = true;
  for (char c : kind) {
    if (c != '-')
      name += isStart ? llvm::toUpper(c) : c;
    isStart = c == '-';
  }
  return name;
}

Array tagsOf(StringRef kind) {
  StringRef check = checkOfKind(kind);
  Array tags{"correctness"};
  if (check == "deadlock" || check == "data-race" || check == "lock-misuse" ||
      check == "livelock" || check == "signal")
    tags.push_back("concurrency");
  if (check == "memory" || check == "leak" || check == "uninitialised")
    tags.push_back("memory");
  return tags;
}

JsonObject ruleOf(StringRef kind) {
  StringRef page = explanation(kind).value_or("");
  return JsonObject{
      {"id", kind},
      {"name", camelCase(kind)},
      {"shortDescription", JsonObject{{"text", summaryOf(page)}}},
      {"fullDescription", JsonObject{{"text", sectionOf(page, "What it means")}}},
      {"help", JsonObject{{"text", plainText(page)}, {"markdown", page}}},
      {"defaultConfiguration", JsonObject{{"level", "error"}}},
      {"properties", JsonObject{{"tags", tagsOf(kind)},
                            {"precision", "very-high"},
                            {"problem.severity", "error"}}}};
}

/// Bytes as they may stand in a URI's path.
std::string percentEncoded(StringRef path) {
  std::string uri;
  for (unsigned char c : path) {
    if (llvm::isAlnum(c) || StringRef("-._~/").contains(char(c)))
      uri += char(c);
    else
      uri += llvm::formatv("%{0:X-2}", unsigned(c)).str();
  }
  return uri;
}

uint32_t utf16Units(StringRef utf8) {
  uint32_t units = 0;
  for (unsigned char c : utf8)
    units += (c & 0xc0) == 0x80 ? 0 : c >= 0xf0 ? 2 : 1;
  return units;
}

bool isWordPart(char c) { return llvm::isAlnum(c) || c == '_'; }

} // namespace

JsonObject sarifTool() {
  Array rules;
  for (StringRef kind : explainedKinds())
    rules.push_back(ruleOf(kind));
  return JsonObject{{"name", "rbcheck"},
                {"semanticVersion", RBCHECK_VERSION},
                {"rules", std::move(rules)}};
}

int64_t sarifRuleIndex(StringRef kind) {
  std::vector<StringRef> kinds = explainedKinds();
  auto at = llvm::find(kinds, kind);
  return at == kinds.end() ? -1 : at - kinds.begin();
}

JsonObject sarifMessage(StringRef text) {
  return JsonObject{{"text", llvm::json::fixUTF8(text)}};
}

std::string sarifPlain(StringRef text) {
  if (!text.contains("]("))
    return text.str();
  std::string plain;
  for (char c : text) {
    if (c == '[' || c == ']' || c == '\\')
      plain += '\\';
    plain += c;
  }
  return plain;
}

JsonObject sarifArtifact(StringRef file) {
  std::string path = shortPath(file);
  if (llvm::sys::path::is_absolute(path))
    return JsonObject{{"uri", "file://" + percentEncoded(path)}};
  return JsonObject{{"uri", percentEncoded(path)}, {"uriBaseId", "SRCROOT"}};
}

SarifColumns sarifColumns(StringRef line, uint32_t column) {
  size_t start = std::min<size_t>(column ? column - 1 : 0, line.size());
  size_t end = start;
  while (end < line.size() && isWordPart(line[end]))
    ++end;
  // A call goes up to its closing bracket, if that is on the line.
  if (end > start && end < line.size() && line[end] == '(') {
    int depth = 0;
    for (size_t i = end; i < line.size(); ++i) {
      depth += line[i] == '(' ? 1 : line[i] == ')' ? -1 : 0;
      if (depth == 0) {
        end = i + 1;
        break;
      }
    }
  }
  uint32_t from = utf16Units(line.take_front(start)) + 1;
  uint32_t to = utf16Units(line.take_front(end)) + 1;
  return {from, std::max(to, from + 1)};
}

JsonObject sarifLocation(const Location &location, StringRef message,
                     SourceFiles &sources) {
  JsonObject object;
  if (location.isKnown() && !location.file.empty()) {
    StringRef line = sources.line(location);
    SarifColumns columns = line.empty()
                               ? SarifColumns{std::max(location.column, 1u),
                                              std::max(location.column, 1u) + 1}
                               : sarifColumns(line, location.column);
    JsonObject region{{"startLine", location.line},
                  {"startColumn", columns.start},
                  {"endLine", location.line},
                  {"endColumn", columns.end}};
    if (!line.empty())
      region["snippet"] = sarifMessage(line.trim());
    object["physicalLocation"] =
        JsonObject{{"artifactLocation", sarifArtifact(location.file)},
               {"region", std::move(region)}};
  }
  if (!location.function.empty())
    object["logicalLocations"] =
        Array{JsonObject{{"fullyQualifiedName",
                      llvm::json::fixUTF8(location.function)},
                     {"kind", "function"}}};
  if (!message.empty())
    object["message"] = sarifMessage(message);
  return object;
}

std::string sarifFingerprint(llvm::ArrayRef<std::string> words) {
  llvm::SHA256 hash;
  for (const std::string &word : words) {
    hash.update(word);
    hash.update(llvm::ArrayRef<uint8_t>{0}); // "ab", "c" is not "a", "bc"
  }
  return llvm::toHex(llvm::ArrayRef(hash.final()).take_front(16), true);
}

} // namespace rbcheck
