//===- search/triage/static/Words.cpp - Reasons in the user's words -------===//
#include "search/triage/static/Words.h"

#include "search/result/Locate.h"
#include "search/triage/static/HeapObject.h"

#include "interp/state/Address.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace rbcheck {

using Kind = ExclusionReason::Kind;

std::string placeWords(const Program &program, CodePlace place) {
  const Location location = locate(program, place);
  if (!location.isKnown())
    return toString(location);
  return llvm::sys::path::filename(location.file).str() + ":" +
         std::to_string(location.line);
}

/// "mu", "accounts[1].lock".
static std::string nameOfLock(const Program &program, uint64_t address,
                              Family family) {
  const Global *global = program.globalAt(globalIndexOf(address));
  if (!global)
    return "a lock";
  std::string name = global->name;
  uint64_t offset = address - globalAddress(global->index);
  for (uint32_t type = global->type;
       offset || program.dataTypes[type].size > bytesOf(family);) {
    const DataType &whole = program.dataTypes[type];
    if (whole.kind == DataKind::Array) {
      const uint64_t bytes = program.dataTypes[whole.element].size;
      if (!bytes)
        break;
      name += "[" + std::to_string(offset / bytes) + "]";
      offset %= bytes;
      type = whole.element;
      continue;
    }
    const DataType::Field *inner = nullptr;
    for (const DataType::Field &field : whole.fields)
      if (whole.kind == DataKind::Struct && field.offset <= offset &&
          offset < field.offset + program.dataTypes[field.type].size)
        inner = &field;
    if (!inner)
      break;
    if (inner->name)
      name += "." + program.strings[inner->name];
    offset -= inner->offset;
    type = inner->type;
  }
  return name;
}

static std::string wordsOf(const Program &program,
                           const ExclusionReason &reason,
                           const std::string &first,
                           const std::string &second) {
  const std::string &one = reason.isOfSecond ? second : first;
  auto threads = [&](const std::optional<CodePlace> &made) {
    return made ? "the thread of " + placeWords(program, *made) : "any thread";
  };
  switch (reason.kind) {
  case Kind::Lock: {
    const auto [first, last] = std::minmax(reason.taken, reason.takenToo);
    const std::string taken = placeWords(program, first),
                      too = placeWords(program, last);
    if (isHeapLock(reason.lock))
      return "the lock in the same object, made at " +
             placeWords(program, *reason.made) +
             ", is held at both (taken at " + taken +
             (taken == too ? ")" : " and " + too + ")");
    return "`" + nameOfLock(program, reason.lock, reason.family) +
           "` is held at both (taken at " + taken +
           (taken == too ? ")" : " and " + too + ")");
  }
  case Kind::Section:
    return "both are in atomic sections";
  case Kind::OnlyMain:
    return "both are only executed by the main thread";
  case Kind::OneThread:
    return "both are only executed by one thread, made at " +
           placeWords(program, *reason.made);
  case Kind::Before:
    return one + " is executed before " + threads(reason.made) + " is made";
  case Kind::After:
    return one + " is executed after " +
           (reason.made
                ? threads(reason.made) + " was joined at "
                : std::string("all threads were joined, the last at ")) +
           placeWords(program, *reason.joined);
  case Kind::Apart:
    return "the threads of " + placeWords(program, *reason.made) + " and " +
           placeWords(program, *reason.madeToo) + " never run at the same time";
  case Kind::BothRead:
    return "both only read";
  case Kind::BothAtomic:
    return "both accesses are atomic";
  case Kind::Elsewhere:
    return "they touch different memory";
  }
  return "";
}

void ReasonWords::add(const ExclusionReason &reason, const std::string &first,
                      const std::string &second) {
  const bool isPlain = reason.kind == Kind::OneThread ||
                       reason.kind == Kind::OnlyMain || reason.isOfAccesses();
  const bool isLock = reason.kind == Kind::Lock || reason.kind == Kind::Section;
  std::vector<std::string> &all = isPlain ? plain_ : isLock ? locks_ : orders_;
  std::string words = wordsOf(program_, reason, first, second);
  if (!llvm::is_contained(all, words))
    all.push_back(std::move(words));
}

std::string ReasonWords::text() const {
  constexpr size_t kMost = 4;
  std::vector<std::string> all = locks_;
  all.insert(all.end(), orders_.begin(), orders_.end());
  if (all.empty())
    all = plain_;
  const size_t more = all.size() > kMost ? all.size() - kMost : 0;
  all.resize(all.size() - more);
  return llvm::join(all, "; ") +
         (more ? "; and " + std::to_string(more) + " more such reasons" : "");
}

} // namespace rbcheck
