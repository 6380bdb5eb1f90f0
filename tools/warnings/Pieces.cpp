//===- tools/warnings/Pieces.cpp - The reports in one file ----------------===//
#include "tools/warnings/Pieces.h"

#include "tools/warnings/JsonInput.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

constexpr size_t kMostMisses = 16; // brackets that begin no document

/// Behind the XML document that begins at `at`: its closing tag, or the next
/// document, or the end, as a process that was killed leaves it.
size_t behindXml(StringRef text, size_t at) {
  size_t next = std::min(text.find("\n<?xml", at + 1), text.size());
  StringRef region = text.slice(at, next);
  for (StringRef root : {"valgrindoutput", "plist", "results"})
    if (region.take_front(8192).contains(("<" + root).str())) {
      std::string close = ("</" + root + ">").str();
      size_t end = region.find(close);
      return end == StringRef::npos ? next : at + end + close.size();
    }
  return next;
}

class Cutter {
public:
  explicit Cutter(StringRef text) : text_(text) {}

  /// All documents that somebody knows, in order.
  std::vector<Piece> documents() {
    for (size_t line = 0; line < text_.size();) {
      size_t at = std::min(text_.find_first_not_of("\xef\xbb\xbf \t\r", line),
                           text_.size());
      size_t behind = at < text_.size() ? tryAt(at) : at;
      if (behind == at)
        behind = std::min(text_.find('\n', at), text_.size()) + 1;
      line = behind;
    }
    return std::move(found_);
  }

private:
  /// Behind the document at `at`, or `at` if there is none.
  size_t tryAt(size_t at) {
    StringRef rest = text_.drop_front(at);
    if (rest.starts_with("<?xml") || rest.starts_with("<valgrindoutput") ||
        rest.starts_with("<plist") || rest.starts_with("<results") ||
        rest.starts_with("<!DOCTYPE plist"))
      return take(at, behindXml(text_, at), recogniseXml);
    if ((rest.starts_with("{") || rest.starts_with("[")) &&
        misses_ < kMostMisses)
      if (JsonExtent extent = findJson(text_, at); extent.begin == at)
        return take(at, extent.isDeep ? text_.size() : extent.end,
                    recogniseJson);
    return at;
  }

  size_t take(size_t begin, size_t end, WarningFormat (*name)(StringRef)) {
    StringRef document = text_.slice(begin, end);
    WarningFormat format = name(document);
    if (format == WarningFormat::Auto) {
      ++misses_;
      return begin;
    }
    Piece piece{format, document, 0, 0};
    lines_ += text_.slice(counted_, begin).count('\n');
    counted_ = begin;
    piece.linesBefore = lines_;
    if (format == WarningFormat::Sarif) {
      piece.firstRun = runs_;
      runs_ += jsonElements(jsonMember(document, "runs")).size();
    }
    found_.push_back(piece);
    return end;
  }

  StringRef text_;
  std::vector<Piece> found_;
  size_t misses_ = 0, runs_ = 0, lines_ = 0, counted_ = 0;
};

/// The text without the documents; their line breaks stay.
std::string around(StringRef text, const std::vector<Piece> &documents) {
  std::string rest;
  size_t at = 0;
  for (const Piece &piece : documents) {
    size_t begin = size_t(piece.text.data() - text.data());
    rest += text.slice(at, begin);
    rest.append(piece.text.count('\n'), '\n');
    at = begin + piece.text.size();
  }
  return rest + text.drop_front(at).str();
}

bool isText(StringRef text) {
  // Binary files have zero bytes early.
  return !text.take_front(4096).contains('\0');
}

} // namespace

Pieces piecesOf(StringRef text, WarningFormat wanted) {
  Pieces pieces;
  bool isAuto = wanted == WarningFormat::Auto;
  if (!isText(text)) {
    if (!isAuto)
      pieces.list.push_back({wanted, text, 0, 0});
    return pieces;
  }
  if (isAuto && beginsNative(text)) {
    pieces.list.push_back({WarningFormat::Native, text, 0, 0});
    return pieces;
  }
  pieces.list = Cutter(text).documents();
  if (!isAuto) {
    llvm::erase_if(pieces.list, [&](const Piece &piece) {
      return piece.format != wanted;
    });
    if (pieces.list.empty())
      pieces.list.push_back({wanted, text, 0, 0});
    return pieces;
  }
  StringRef rest = text;
  if (!pieces.list.empty()) {
    pieces.around = std::make_unique<std::string>(around(text, pieces.list));
    rest = *pieces.around;
  } else if (text.ltrim("\xef\xbb\xbf \t\r\n").starts_with("<")) {
    return pieces; // XML that nobody knows
  }
  for (WarningFormat format : recogniseLines(rest))
    if (format != WarningFormat::Native || pieces.list.empty())
      pieces.list.push_back({format, rest, 0, 0});
  return pieces;
}

} // namespace rbcheck
