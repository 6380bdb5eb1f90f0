//===- interp/models/OpenStrings.cpp - strcmp & co. on bytes not known ----===//
//
// Openings (Open.h) of the models in Strings.cpp, StringCopy.cpp and
// Memory.cpp: where a string ends and what is found where is settled, two ways
// at a time; what a comparison returns is a term. Tested by
// test/symbolic/strings*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Open.h"

namespace rbcheck {
namespace {

using namespace open;

constexpr uint64_t kAll = ~0ull;

// Lengths and copies
// --------------------------------------------------------------

/// The string that is argument `String`, of at most as many bytes as argument
/// `Limit` says (-1: no limit); and argument 0 if `Appends`.
template <int String, int Limit = -1, bool Appends = false>
bool settleLength(OpenCall &call) {
  const uint64_t limit = Limit < 0 ? kAll : call.arg(Limit);
  if (!length(call, call.arg(String), limit))
    return false;
  return !Appends || length(call, call.arg(0));
}

// Comparison
// ------------------------------------------------------------------------

TermRef asIs(TermRef byte) { return byte; }
TermRef lower(TermRef byte) {
  return term::ite(isAmong(byte, 'A', 26),
                   term::binary(TermOp::Add, byte, number(32)), byte);
}

TermRef difference(TermRef a, TermRef b) {
  return term::binary(TermOp::Sub, term::zeroExtend(a, 32),
                      term::zeroExtend(b, 32));
}

/// What the strings differ by from `at` on, as one term: nothing to settle.
/// Null if where they can be read matters, or whether they were written.
template <TermRef (*Fold)(TermRef)>
TermRef differenceFrom(OpenCall &call, uint64_t at, uint64_t limit) {
  constexpr uint64_t kMost = 64;
  std::vector<std::pair<TermRef, TermRef>> pairs;
  for (uint64_t i = at; i != limit; ++i) {
    const TermRef a = call.byte(call.arg(0) + i),
                  b = call.byte(call.arg(1) + i);
    if (!a || !b || pairs.size() == kMost || a->hasUndefined ||
        b->hasUndefined)
      return nullptr;
    pairs.push_back({a, b});
    // One of them ends here, at the latest; or they surely differ.
    if (isByte(a, 0) == number(1, 1) || isByte(b, 0) == number(1, 1) ||
        isEqual(Fold(a), Fold(b)) == number(0, 1))
      break;
  }
  TermRef result = number(0, 32);
  for (size_t i = pairs.size(); i > 0; --i) {
    const TermRef a = Fold(pairs[i - 1].first), b = Fold(pairs[i - 1].second);
    result = term::ite(
        both(isEqual(a, b), term::negate(isByte(pairs[i - 1].first, 0))),
        result, difference(a, b));
  }
  return result;
}

template <TermRef (*Fold)(TermRef), bool Limited>
bool settleComparison(OpenCall &call) {
  const uint64_t limit = Limited ? call.arg(2) : kAll;
  const bool isSeen = call.isSeen(call.arg(0)) || call.isSeen(call.arg(1));
  if (TermRef whole = isSeen ? nullptr : differenceFrom<Fold>(call, 0, limit)) {
    call.returns(whole);
    return true;
  }
  for (uint64_t i = 0; i != limit; ++i) {
    const TermRef a = call.byte(call.arg(0) + i),
                  b = call.byte(call.arg(1) + i);
    if (!a || !b)
      return true;
    const std::optional<bool> isSame = call.is(isEqual(Fold(a), Fold(b)));
    if (!isSame)
      return false;
    if (!*isSame) {
      call.returns(difference(Fold(a), Fold(b)));
      return true;
    }
    const std::optional<bool> isEnd = call.is(isByte(a, 0));
    if (!isEnd || *isEnd)
      return isEnd.has_value();
  }
  return true;
}

/// All bytes are read whatever they are. But what lies behind the first
/// difference is not looked at: it need not have been written.
bool compareBytes(OpenCall &call) {
  std::vector<std::pair<TermRef, TermRef>> pairs;
  bool isWritten = true;
  for (uint64_t i = 0; i < call.arg(2); ++i) {
    const TermRef a = call.byte(call.arg(0) + i);
    const TermRef b = call.byte(call.arg(1) + i);
    if (!a || !b)
      return true;
    pairs.push_back({a, b});
    isWritten &= !a->hasUndefined && !b->hasUndefined;
    if (isEqual(a, b) == number(0, 1))
      break;
  }
  if (!isWritten)
    for (const auto &[a, b] : pairs) {
      const std::optional<bool> isSame = call.is(isEqual(a, b));
      if (!isSame)
        return false;
      if (!*isSame) {
        call.returns(difference(a, b));
        return true;
      }
    }
  TermRef result = number(0, 32);
  for (size_t i = pairs.size(); i > 0; --i) {
    const auto &[a, b] = pairs[i - 1];
    result = term::ite(isEqual(a, b), result, difference(a, b));
  }
  call.returns(result);
  return true;
}

// Search
// ----------------------------------------------------------------------------

TermRef wantedByte(OpenCall &call) {
  return term::extract(call.argTerm(1, 32), 0, 8);
}

bool findByte(OpenCall &call) {
  for (uint64_t at = call.arg(0);; ++at) {
    const TermRef byte = call.byte(at);
    if (!byte)
      return true;
    for (TermRef condition :
         {isEqual(byte, wantedByte(call)), isByte(byte, 0)}) {
      const std::optional<bool> holds = call.is(condition);
      if (!holds || *holds)
        return holds.has_value();
    }
  }
}

/// The last of `n` bytes that is the one wanted.
bool findLastOf(OpenCall &call, uint64_t n) {
  for (uint64_t i = n; i > 0; --i) {
    const TermRef byte = call.byte(call.arg(0) + i - 1);
    if (!byte)
      return true;
    const std::optional<bool> isIt = call.is(isEqual(byte, wantedByte(call)));
    if (!isIt || *isIt)
      return isIt.has_value();
  }
  return true;
}

bool findLastByte(OpenCall &call) {
  const std::optional<uint64_t> n = length(call, call.arg(0));
  return n && findLastOf(call, *n + 1); // its end can be wanted, too
}

bool findInBlock(OpenCall &call) {
  for (uint64_t i = 0; i != call.arg(2); ++i) {
    const TermRef byte = call.byte(call.arg(0) + i);
    if (!byte)
      return true;
    const std::optional<bool> isIt = call.is(isEqual(byte, wantedByte(call)));
    if (!isIt || *isIt)
      return isIt.has_value();
  }
  return true;
}

bool findLastInBlock(OpenCall &call) {
  // From the end: but if not all can be read, that is what is told.
  if (call.arg(2) > call.endOf(call.arg(0)) - call.arg(0))
    return true;
  return findLastOf(call, call.arg(2));
}

/// The first place where condition(text, length, part, length, place) holds.
template <TermRef (*Condition)(OpenCall &, uint64_t, uint64_t, uint64_t)>
bool findFirst(OpenCall &call) {
  const std::optional<uint64_t> n = length(call, call.arg(0));
  if (!n)
    return false;
  const std::optional<uint64_t> m = length(call, call.arg(1));
  if (!m)
    return false;
  for (uint64_t i = 0; i < *n; ++i) {
    const std::optional<bool> holds = call.is(Condition(call, i, *n, *m));
    if (!holds || *holds)
      return holds.has_value();
  }
  return true;
}

template <TermRef (*Fold)(TermRef)>
TermRef beginsPart(OpenCall &call, uint64_t at, uint64_t n, uint64_t m) {
  TermRef result = number(m <= n - at, 1);
  for (uint64_t i = 0; i < m && m <= n - at; ++i)
    result = both(result, isEqual(Fold(call.byte(call.arg(0) + at + i)),
                                  Fold(call.byte(call.arg(1) + i))));
  return result;
}

template <bool IsInside>
TermRef isInSet(OpenCall &call, uint64_t at, uint64_t, uint64_t m) {
  TermRef found = number(0, 1);
  for (uint64_t i = 0; i < m; ++i)
    found = either(found, isEqual(call.byte(call.arg(0) + at),
                                  call.byte(call.arg(1) + i)));
  return IsInside ? found : term::negate(found);
}

// Filling
// ---------------------------------------------------------------------------

bool fill(OpenCall &call) {
  call.fills(call.arg(0), call.arg(2), wantedByte(call));
  return true;
}

constexpr uint32_t kByte = 1u << 1; ///< the argument that is a byte
constexpr auto kCopy = settleLength<1>;
constexpr auto kCopyN = settleLength<1, 2>;
constexpr auto kAppend = settleLength<1, -1, true>;
constexpr auto kAppendN = settleLength<1, 2, true>;

const RegisterOpenings kStringOpenings({
    {"strlen", settleLength<0>},
    {"strnlen", settleLength<0, 1>},
    {"strcmp", settleComparison<asIs, false>},
    {"strcoll", settleComparison<asIs, false>},
    {"strncmp", settleComparison<asIs, true>},
    {"strcasecmp", settleComparison<lower, false>},
    {"strncasecmp", settleComparison<lower, true>},
    {"strchr", findByte, kByte},
    {"index", findByte, kByte},
    {"strchrnul", findByte, kByte},
    {"strrchr", findLastByte, kByte},
    {"rindex", findLastByte, kByte},
    {"strstr", findFirst<beginsPart<asIs>>},
    {"strcasestr", findFirst<beginsPart<lower>>},
    {"strspn", findFirst<isInSet<false>>},
    {"strcspn", findFirst<isInSet<true>>},
    {"strpbrk", findFirst<isInSet<true>>},
    {"strcpy", kCopy},
    {"stpcpy", kCopy},
    {"__stpcpy", kCopy},
    {"strncpy", kCopyN},
    {"stpncpy", kCopyN},
    {"strcat", kAppend},
    {"strncat", kAppendN},
    {"strlcpy", kCopy},
    {"__strcpy_chk", kCopy},
    {"__stpcpy_chk", kCopy},
    {"__strncpy_chk", kCopyN},
    {"__stpncpy_chk", kCopyN},
    {"__strcat_chk", kAppend},
    {"__strncat_chk", kAppendN},
    {"memcmp", compareBytes},
    {"bcmp", compareBytes},
    {"memchr", findInBlock, kByte},
    {"memrchr", findLastInBlock, kByte},
    {"memset", fill, kByte},
    {"__memset_chk", fill, kByte},
});

} // namespace
} // namespace rbcheck
