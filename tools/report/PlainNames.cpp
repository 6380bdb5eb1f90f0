//===- tools/report/PlainNames.cpp - Heap memory in words -----------------===//
#include "tools/report/PlainNames.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace rbcheck {

namespace {

using llvm::StringRef;

/// A piece of heap memory that a text names.
struct Mention {
  size_t begin = 0, end = 0; ///< in the text
  StringRef word;            ///< its type, or the variable it was given to
  StringRef part;            ///< ".next", "[3]", "+8" or ""
  size_t object = 0;         ///< index into TraceData::heap
};

bool isOfWord(char c) {
  return llvm::isAlnum(c) || StringRef("_<>~:-$").contains(c);
}

/// The parts behind a name.
StringRef partOf(StringRef rest) {
  size_t end = 0;
  for (;;) {
    size_t next = end;
    if (rest.size() > end + 1 && rest[end] == '.' &&
        (llvm::isAlpha(rest[end + 1]) || rest[end + 1] == '_'))
      for (++next; next < rest.size() &&
                   (llvm::isAlnum(rest[next]) || rest[next] == '_');)
        ++next;
    else if (rest.size() > end && rest[end] == '[')
      next = std::min(rest.find(']', end), rest.size() - 1) + 1;
    else if (rest.size() > end + 1 && rest[end] == '+' &&
             llvm::isDigit(rest[end + 1]))
      for (++next; next < rest.size() && llvm::isDigit(rest[next]);)
        ++next;
    if (next == end)
      return rest.take_front(end);
    end = next;
  }
}

/// The object whose place and number stand at the start of `text`, and how long
/// they are.
std::optional<std::pair<size_t, size_t>> objectAt(const TraceData &trace,
                                                  StringRef text) {
  auto digitsFrom = [&](size_t at) {
    while (at < text.size() && llvm::isDigit(text[at]))
      ++at;
    return at;
  };
  for (size_t at = text.find(':'); at != StringRef::npos;
       at = text.find(':', at + 1)) {
    size_t end = digitsFrom(at + 1);
    HeapName wanted{text.take_front(end).str(), 1};
    if (end < text.size() && text[end] == '#') {
      const size_t number = end + 1;
      end = digitsFrom(number);
      text.slice(number, end).getAsInteger(10, wanted.number);
    }
    auto found = std::lower_bound(trace.heap.begin(), trace.heap.end(), wanted);
    if (found != trace.heap.end() && *found == wanted)
      return std::make_pair(size_t(found - trace.heap.begin()), end);
  }
  return std::nullopt;
}

/// The next one from `from` on.
std::optional<Mention> nextMention(const TraceData &trace, StringRef text,
                                   size_t from) {
  if (trace.heap.empty())
    return std::nullopt;
  for (size_t at = text.find('@', from); at != StringRef::npos;
       at = text.find('@', at + 1)) {
    auto object = objectAt(trace, text.drop_front(at + 1));
    if (!object)
      continue;
    Mention mention;
    mention.object = object->first;
    mention.begin = at;
    while (mention.begin > from && isOfWord(text[mention.begin - 1]))
      --mention.begin;
    mention.word = text.slice(mention.begin, at);
    const size_t behind = at + 1 + object->second;
    mention.part = partOf(text.drop_front(behind));
    mention.end = behind + mention.part.size();
    return mention;
  }
  return std::nullopt;
}

std::string ordinal(uint32_t number) {
  const uint32_t last = number % 10, tens = number / 10 % 10;
  const char *ending = tens == 1   ? "th"
                       : last == 1 ? "st"
                       : last == 2 ? "nd"
                       : last == 3 ? "rd"
                                   : "th";
  return std::to_string(number) + ending;
}

/// "2nd " if there are several from that place.
std::string whichOf(const TraceData &trace, const HeapName &object) {
  const bool isOne =
      object.number == 1 && std::none_of(trace.heap.begin(), trace.heap.end(),
                                         [&](const HeapName &other) {
                                           return other.place == object.place &&
                                                  other.number > 1;
                                         });
  return isOne ? "" : ordinal(object.number) + " ";
}

bool isNameless(StringRef word) { return word == "heap"; }

std::string plain(StringRef word) {
  std::string text = isNameless(word) ? "object" : word.str();
  std::replace(text.begin(), text.end(), '-', ' ');
  return text;
}

/// "`" name "`" behind, or the two joined.
std::string sentence(const TraceData &trace, const Mention &mention,
                     bool isPointer, bool isQuoted) {
  const HeapName &object = trace.heap[mention.object];
  const std::string quote = isQuoted ? "`" : "";
  const std::string which = whichOf(trace, object);
  const std::string at = " allocated at " + object.place;
  const std::string to = isPointer ? "pointer to " : "";
  if (mention.part.empty())
    return to + "the " + which +
           (isNameless(mention.word) ? "object"
                                     : quote + plain(mention.word) + quote) +
           at;
  const std::string of = " of the " + which + "object" + at;
  auto [known, bytes] = mention.part.rsplit('+');
  if (bytes.empty())
    return to + quote + plain(mention.word) + mention.part.str() + quote + of;
  std::string whole =
      isNameless(mention.word) && known.empty()
          ? of
          : " of " + quote + plain(mention.word) + known.str() + quote + of;
  return to + "byte " + bytes.str() + whole;
}

} // namespace

std::string inWords(const TraceData &trace, StringRef text) {
  std::string words;
  size_t at = 0;
  while (std::optional<Mention> mention = nextMention(trace, text, at)) {
    const bool isQuoted = mention->begin > at &&
                          text[mention->begin - 1] == '`' &&
                          text.substr(mention->end).starts_with("`");
    const bool isPointer =
        mention->begin > at && text[mention->begin - 1] == '&';
    words += text.slice(at, mention->begin - (isQuoted || isPointer));
    words += sentence(trace, *mention, isPointer, isQuoted);
    at = mention->end + isQuoted;
  }
  return words + text.substr(at).str();
}

std::string objectTitle(const TraceObject &object) {
  if (object.name.empty() || !object.isHeap)
    return object.name.empty() ? "" : "`" + object.name + "`";
  auto [word, place] = StringRef(object.name).split('@');
  uint32_t number = 1;
  if (size_t at = place.rfind('#'); at != StringRef::npos)
    place.drop_front(at + 1).getAsInteger(10, number);
  std::string title = isNameless(word) ? "" : "`" + plain(word) + "`";
  if (number > 1)
    title += (title.empty() ? "" : ", ") + ("the " + ordinal(number)) +
             " object allocated here";
  return title;
}

CellNames::CellNames(const TraceData &trace) : trace_(trace) {
  if (trace.heap.empty())
    return;
  auto look = [&](uint32_t name) {
    StringRef text = trace.names[name];
    size_t at = 0;
    while (std::optional<Mention> mention = nextMention(trace, text, at)) {
      entryOf({mention->word.str(), mention->object});
      at = mention->end;
    }
  };
  for (const TraceStep &step : trace.steps)
    look(step.text);
  for (const TraceThread &thread : trace.threads)
    look(thread.text), look(thread.waitsOn);
  for (auto &[key, entry] : entries_)
    if (counts_[key.first] == 1)
      entry.shown = plain(key.first);
}

CellNames::Entry &CellNames::entryOf(const Key &key) {
  auto [found, isNew] = entries_.try_emplace(key);
  if (isNew) {
    const HeapName &object = trace_.heap[key.second];
    found->second.shown =
        plain(key.first) + "#" + std::to_string(++counts_[key.first]);
    found->second.meaning = "the " + whichOf(trace_, object) +
                            "object allocated at " + object.place;
    order_.push_back(key);
  }
  return found->second;
}

std::string CellNames::cell(StringRef text) {
  std::string cell;
  size_t at = 0;
  while (std::optional<Mention> mention = nextMention(trace_, text, at)) {
    Entry &entry = entryOf({mention->word.str(), mention->object});
    entry.isUsed = true;
    cell += text.slice(at, mention->begin);
    cell += entry.shown + mention->part.str();
    at = mention->end;
  }
  return cell + text.substr(at).str();
}

std::string CellNames::legend() const {
  std::string text;
  for (const Key &key : order_)
    if (const Entry &entry = entries_.at(key); entry.isUsed)
      text += "       " + entry.shown + ": " + entry.meaning + "\n";
  return text;
}

} // namespace rbcheck
