//===- tools/report/Explain.cpp - What each kind of error means -----------===//
#include "tools/report/Explain.h"

#include "tools/report/Embedded.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

namespace rbcheck {

using llvm::StringRef;

namespace {

struct Kind {
  const char *word;
  const char *check;
};

const Kind kKinds[] = {
#define RB_FAULT(name, word, check, aftermath) {word, check},
#include "interp/exec/Faults.def"
#undef RB_FAULT
};

/// Pages docs/topics/TOPIC.md.
const char *const kTopics[] = {"memory-order"};

} // namespace

StringRef embeddedFile(StringRef name) {
  for (const EmbeddedFile *file = kEmbeddedFiles; !file->name.empty(); ++file)
    if (file->name == name)
      return file->text;
  return "";
}

std::vector<StringRef> explainedKinds() {
  std::vector<StringRef> kinds;
  for (const Kind &kind : kKinds)
    kinds.push_back(kind.word);
  return kinds;
}

llvm::ArrayRef<const char *> explainedTopics() { return kTopics; }

StringRef checkOfKind(StringRef word) {
  for (const Kind &kind : kKinds)
    if (word == kind.word)
      return kind.check;
  return "";
}

std::optional<StringRef> explanation(StringRef word) {
  const char *folder = !checkOfKind(word).empty()          ? "docs/errors/"
                       : llvm::is_contained(kTopics, word) ? "docs/topics/"
                                                           : nullptr;
  if (!folder)
    return std::nullopt;
  StringRef page = embeddedFile((folder + llvm::Twine(word) + ".md").str());
  return page.empty() ? std::nullopt : std::optional(page);
}

std::string summaryOf(StringRef page) {
  return page.split("\n\n").second.split("\n\n").first.str();
}

std::string sectionOf(StringRef page, StringRef title) {
  StringRef rest = page.split(("\n## " + llvm::Twine(title) + "\n").str()).second;
  StringRef body = rest.split("\n## ").first.trim();
  std::string text;
  for (size_t i = 0; i < body.size(); ++i) {
    // A single newline only wraps the line; one before a list item does not.
    bool isWrap = body[i] == '\n' && i + 1 < body.size() &&
                  body[i + 1] != '\n' && body[i + 1] != '-' &&
                  (i == 0 || body[i - 1] != '\n');
    text += isWrap ? ' ' : body[i];
  }
  return text;
}

std::string plainText(StringRef page) {
  std::string text;
  bool isCode = false;
  llvm::SmallVector<StringRef, 128> lines;
  page.rtrim().split(lines, '\n');
  for (StringRef line : lines) {
    if (line.starts_with("```")) {
      isCode = !isCode;
      continue;
    }
    if (isCode && !line.empty())
      text += "    ";
    else if (!isCode && line.starts_with("#"))
      line = line.ltrim('#').ltrim();
    for (char c : line)
      if (isCode || c != '`')
        text += c;
    text += '\n';
  }
  return text;
}

} // namespace rbcheck
