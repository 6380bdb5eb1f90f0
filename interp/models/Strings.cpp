//===- interp/models/Strings.cpp - strlen, strcmp and other readers -------===//
//
// String functions that only read. Each is one step and names exactly the
// bytes it looks at. Those that write are in StringCopy.cpp; strtok and strsep
// are C code (runtime/libc/string.c). The locale is "C".
// Tested by test/models/string*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Bytes.h"

namespace rbcheck {
namespace {

// Length ----------------------------------------------------------------------

void readsString(ModelCall &call, Effects &to) {
  uint64_t n = *stringLength(call, call.arg(0), Mode::Quiet);
  to.reads(call.arg(0), n + 1);
}

/// size_t strlen(const char *s)
ModelResult length(ModelCall &call) {
  std::optional<uint64_t> n = stringLength(call, call.arg(0), Mode::Loud);
  return n ? call.ret(*n) : call.failed();
}

void readsStringN(ModelCall &call, Effects &to) {
  uint64_t limit = call.arg(1);
  uint64_t n = *stringLength(call, call.arg(0), Mode::Quiet, limit);
  to.reads(call.arg(0), std::min(n + 1, limit));
}

/// size_t strnlen(const char *s, size_t limit)
ModelResult lengthN(ModelCall &call) {
  std::optional<uint64_t> n =
      stringLength(call, call.arg(0), Mode::Loud, call.arg(1));
  return n ? call.ret(*n) : call.failed();
}

// Comparison ------------------------------------------------------------------

int asIs(int c) { return c; }
int lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

struct Comparison {
  int difference = 0;
  uint64_t bytes = 0;    ///< looked at in each string
  bool failed = false;
};

template <int (*Fold)(int)>
Comparison compare(ModelCall &call, Mode mode, uint64_t limit) {
  ByteReader a(call, call.arg(0), mode), b(call, call.arg(1), mode);
  Comparison result;
  while (result.bytes != limit) {
    int x = a.next(), y = x < 0 ? -1 : b.next();
    if (x < 0 || y < 0) {
      result.failed = true;
      break;
    }
    ++result.bytes;
    result.difference = Fold(x) - Fold(y);
    if (result.difference != 0 || x == 0)
      break;
  }
  return result;
}

template <int (*Fold)(int), bool Limited>
void readsBoth(ModelCall &call, Effects &to) {
  uint64_t limit = Limited ? call.arg(2) : ~0ull;
  uint64_t n = compare<Fold>(call, Mode::Quiet, limit).bytes;
  to.reads(call.arg(0), n).reads(call.arg(1), n);
}

/// int strcmp(const char *, const char *), and strncmp, strcasecmp,
/// strncasecmp, strcoll
template <int (*Fold)(int), bool Limited>
ModelResult compareStrings(ModelCall &call) {
  Comparison result =
      compare<Fold>(call, Mode::Loud, Limited ? call.arg(2) : ~0ull);
  return result.failed ? call.failed() : call.retInt(result.difference);
}

// Search for a byte -----------------------------------------------------------

struct Found {
  uint64_t bytes = 0;             ///< looked at
  std::optional<uint64_t> at;     ///< position of the byte
  uint64_t end = 0;               ///< position of the string's end, if met
  bool failed = false;
};

Found findIn(ModelCall &call, Mode mode, bool last) {
  ByteReader reader(call, call.arg(0), mode);
  uint8_t wanted = uint8_t(call.arg(1));
  Found found;
  for (;;) {
    int byte = reader.next();
    if (byte < 0) {
      found.failed = true;
      return found;
    }
    if (byte == wanted)
      found.at = found.bytes;
    found.end = found.bytes++;
    if (byte == 0 || (found.at && !last))
      return found;
  }
}

template <bool Last> void searches(ModelCall &call, Effects &to) {
  uint64_t n = findIn(call, Mode::Quiet, Last).bytes;
  to.reads(call.arg(0), n);
}

/// char *strchr(const char *s, int c), and strrchr, index, rindex
template <bool Last> ModelResult findByte(ModelCall &call) {
  Found found = findIn(call, Mode::Loud, Last);
  if (found.failed)
    return call.failed();
  return call.ret(found.at ? call.arg(0) + *found.at : 0);
}

/// char *strchrnul(const char *s, int c)
ModelResult findByteOrEnd(ModelCall &call) {
  Found found = findIn(call, Mode::Loud, false);
  if (found.failed)
    return call.failed();
  return call.ret(call.arg(0) + found.at.value_or(found.end));
}

// Search for a string or a set ------------------------------------------------

void readsTwoStrings(ModelCall &call, Effects &to) {
  uint64_t n = *stringLength(call, call.arg(0), Mode::Quiet);
  uint64_t m = *stringLength(call, call.arg(1), Mode::Quiet);
  to.reads(call.arg(0), n + 1).reads(call.arg(1), m + 1);
}

bool loadTwo(ModelCall &call, std::string &a, std::string &b) {
  return stringAt(call, call.arg(0), Mode::Loud, a) &&
         stringAt(call, call.arg(1), Mode::Loud, b);
}

/// char *strstr(const char *text, const char *part), and strcasestr
template <int (*Fold)(int)> ModelResult findString(ModelCall &call) {
  std::string text, part;
  if (!loadTwo(call, text, part))
    return call.failed();
  std::transform(text.begin(), text.end(), text.begin(), Fold);
  std::transform(part.begin(), part.end(), part.begin(), Fold);
  size_t at = text.find(part);
  return call.ret(at == std::string::npos ? 0 : call.arg(0) + at);
}

/// size_t strspn(const char *s, const char *set)
ModelResult spanOf(ModelCall &call) {
  std::string text, set;
  if (!loadTwo(call, text, set))
    return call.failed();
  return call.ret(std::min(text.find_first_not_of(set), text.size()));
}

/// size_t strcspn(const char *s, const char *set)
ModelResult spanOutside(ModelCall &call) {
  std::string text, set;
  if (!loadTwo(call, text, set))
    return call.failed();
  return call.ret(std::min(text.find_first_of(set), text.size()));
}

/// char *strpbrk(const char *s, const char *set)
ModelResult findAnyOf(ModelCall &call) {
  std::string text, set;
  if (!loadTwo(call, text, set))
    return call.failed();
  size_t at = text.find_first_of(set);
  return call.ret(at == std::string::npos ? 0 : call.arg(0) + at);
}

const RegisterModels kStringModels({
    drops(1, touching("strlen", length, readsString)),
    drops(1, touching("strnlen", lengthN, readsStringN)),
    drops(3, touching("strcmp", compareStrings<asIs, false>, readsBoth<asIs, false>)),
    touching("strcoll", compareStrings<asIs, false>, readsBoth<asIs, false>),
    drops(3, touching("strncmp", compareStrings<asIs, true>, readsBoth<asIs, true>)),
    touching("strcasecmp", compareStrings<lower, false>, readsBoth<lower, false>),
    touching("strncasecmp", compareStrings<lower, true>, readsBoth<lower, true>),
    touching("strchr", findByte<false>, searches<false>),
    touching("index", findByte<false>, searches<false>),
    touching("strrchr", findByte<true>, searches<true>),
    touching("rindex", findByte<true>, searches<true>),
    touching("strchrnul", findByteOrEnd, searches<false>),
    touching("strstr", findString<asIs>, readsTwoStrings),
    touching("strcasestr", findString<lower>, readsTwoStrings),
    touching("strspn", spanOf, readsTwoStrings),
    touching("strcspn", spanOutside, readsTwoStrings),
    touching("strpbrk", findAnyOf, readsTwoStrings),
});

} // namespace
} // namespace rbcheck
