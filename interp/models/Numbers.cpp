//===- interp/models/Numbers.cpp - strtol, strtod, atoi and relatives -----===//
//
// Numbers are read by the host's functions from a copy of the string: the same
// library, the same results, in the "C" locale.
// Tested by test/models/numbers.c.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Bytes.h"

#include <cerrno>
#include <cstdlib>

namespace rbcheck {
namespace {

void readsString(ModelCall &call, Effects &to) {
  uint64_t n = *stringLength(call, call.arg(0), Mode::Quiet);
  to.reads(call.arg(0), n + 1);
}

/// Also the place where the end is stored.
void readsAndStores(ModelCall &call, Effects &to) {
  uint64_t n = *stringLength(call, call.arg(0), Mode::Quiet);
  to.reads(call.arg(0), n + 1).writes(call.arg(1), sizeof(uint64_t));
}

/// Reads the string, lets `parse` work on it, stores the end and errno.
template <typename T, typename Parse>
bool parseNumber(ModelCall &call, T &value, Parse parse) {
  std::string text;
  if (!stringAt(call, call.arg(0), Mode::Loud, text))
    return false;
  int saved = errno;
  errno = 0;
  char *end = text.data();
  value = parse(text.c_str(), &end);
  int error = errno;
  errno = saved;
  if (error)
    call.setErrno(error);
  uint64_t stop = call.arg(0) + uint64_t(end - text.data());
  return !call.arg(1) || call.store(call.arg(1), stop);
}

/// long strtol(const char *s, char **end, int base), and its family
template <typename T, T (*Parse)(const char *, char **, int)>
ModelResult toInteger(ModelCall &call) {
  T value;
  auto parse = [&](const char *text, char **end) {
    return Parse(text, end, call.argInt(2));
  };
  if (!parseNumber(call, value, parse))
    return call.failed();
  return call.ret(uint64_t(value));
}

/// double strtod(const char *s, char **end)
ModelResult toDouble(ModelCall &call) {
  double value;
  return parseNumber(call, value, strtod) ? call.retDouble(value)
                                          : call.failed();
}

/// float strtof(const char *s, char **end)
ModelResult toFloat(ModelCall &call) {
  float value;
  return parseNumber(call, value, strtof) ? call.retFloat(value)
                                          : call.failed();
}

/// long double strtold(const char *s, char **end)
ModelResult toLongDouble(ModelCall &call) {
  long double value;
  return parseNumber(call, value, strtold) ? call.retX87(value)
                                           : call.failed();
}

/// int atoi(const char *s)
ModelResult asInt(ModelCall &call) {
  std::string text;
  if (!stringAt(call, call.arg(0), Mode::Loud, text))
    return call.failed();
  return call.retInt(int32_t(strtol(text.c_str(), nullptr, 10)));
}

/// long atol(const char *s), and atoll
ModelResult asLong(ModelCall &call) {
  std::string text;
  if (!stringAt(call, call.arg(0), Mode::Loud, text))
    return call.failed();
  return call.ret(uint64_t(strtol(text.c_str(), nullptr, 10)));
}

/// double atof(const char *s)
ModelResult asDouble(ModelCall &call) {
  std::string text;
  if (!stringAt(call, call.arg(0), Mode::Loud, text))
    return call.failed();
  return call.retDouble(strtod(text.c_str(), nullptr));
}

constexpr auto kSigned = toInteger<long, strtol>;
constexpr auto kUnsigned = toInteger<unsigned long, strtoul>;

const RegisterModels kNumberModels({
    touching("strtol", kSigned, readsAndStores),
    touching("strtoll", kSigned, readsAndStores),
    touching("strtoimax", kSigned, readsAndStores),
    touching("strtoul", kUnsigned, readsAndStores),
    touching("strtoull", kUnsigned, readsAndStores),
    touching("strtoumax", kUnsigned, readsAndStores),
    touching("__isoc23_strtol", kSigned, readsAndStores),
    touching("__isoc23_strtoll", kSigned, readsAndStores),
    touching("__isoc23_strtoul", kUnsigned, readsAndStores),
    touching("__isoc23_strtoull", kUnsigned, readsAndStores),
    touching("strtod", toDouble, readsAndStores),
    touching("strtof", toFloat, readsAndStores),
    touching("strtold", toLongDouble, readsAndStores),
    drops(1, touching("atoi", asInt, readsString)),
    touching("atol", asLong, readsString),
    touching("atoll", asLong, readsString),
    touching("atof", asDouble, readsString),
});

} // namespace
} // namespace rbcheck
