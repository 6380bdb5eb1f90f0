//===- runtime/cxx/charconv.cpp - Floating point in <charconv> ------------===//
//
// On printf and strtod. The shortest text that reads back as the same number is
// found by trying more and more digits. Integers are in the header.
// Tested by test/cxx/charconv.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/include/rbcheck_prelude.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

namespace std {

namespace {

template <typename T> T parse(const char *text, char **end) {
  if constexpr (is_same_v<T, float>)
    return strtof(text, end);
  else if constexpr (is_same_v<T, double>)
    return strtod(text, end);
  else
    return strtold(text, end);
}

template <typename T> string print(const char *kind, int precision, T value) {
  const string format = string("%.*L") + kind;
  long double wide = value;
  int size = snprintf(nullptr, 0, format.c_str(), precision, wide);
  string text(size_t(size) + 1, '\0');
  snprintf(text.data(), text.size(), format.c_str(), precision, wide);
  text.pop_back();
  return text;
}

to_chars_result put(char *to, char *end, const string &text) {
  if (size_t(end - to) < text.size())
    return {end, errc::value_too_large};
  memcpy(to, text.data(), text.size());
  return {to + text.size(), errc()};
}

template <typename T> bool isSpecial(T value, string &text) {
  if (!isnan(value) && !isinf(value))
    return false;
  text = signbit(value) ? "-" : "";
  text += isnan(value) ? "nan" : "inf";
  return true;
}

/// %a writes 0x, which is not wanted here.
template <typename T> string hex(T value, int precision) {
  double narrow = double(value);
  char room[64];
  if (precision < 0)
    snprintf(room, sizeof room, "%a", narrow);
  else
    snprintf(room, sizeof room, "%.*a", precision, narrow);
  string text = room;
  return text.erase(text.find("0x"), 2);
}

/// Digits behind the point of the shortest scientific form.
template <typename T> int shortest(T value) {
  int digits = 0;
  while (digits < numeric_limits<T>::max_digits10 &&
         parse<T>(print("e", digits, value).c_str(), nullptr) != value)
    ++digits;
  return digits;
}

template <typename T> string fixedText(T value) {
  int digits = shortest(value);
  string text = print("e", digits, value);
  int exponent = atoi(text.c_str() + text.find('e') + 1);
  return print("f", digits > exponent ? digits - exponent : 0, value);
}

template <typename T>
to_chars_result toChars(char *to, char *end, T value, chars_format format) {
  string text;
  if (isSpecial(value, text))
    return put(to, end, text);
  if (format == chars_format::hex)
    return put(to, end, hex(value, -1));
  string scientific = print("e", shortest(value), value);
  if (format == chars_format::scientific)
    return put(to, end, scientific);
  string fixed = fixedText(value);
  if (format == chars_format::fixed)
    return put(to, end, fixed);
  int exponent = atoi(scientific.c_str() + scientific.find('e') + 1);
  int digits = shortest(value);
  bool isFixed = format == chars_format::general
                     ? exponent >= -4 && exponent < (digits ? digits + 1 : 1)
                     : fixed.size() <= scientific.size();
  if (format == chars_format::general && exponent >= -4 && exponent < 6)
    isFixed = true;
  return put(to, end, isFixed ? fixed : scientific);
}

template <typename T>
to_chars_result toChars(char *to, char *end, T value, chars_format format,
                        int precision) {
  string text;
  if (isSpecial(value, text))
    return put(to, end, text);
  if (format == chars_format::hex)
    return put(to, end, hex(value, precision));
  const char *kind = format == chars_format::fixed        ? "f"
                     : format == chars_format::scientific ? "e"
                                                          : "g";
  return put(to, end, print(kind, precision < 0 ? 6 : precision, value));
}

/// How much of the text is a number of that format.
const char *scan(const char *at, const char *end, chars_format format) {
  auto isDigit = [&](char c) {
    return isdigit(c) || (format == chars_format::hex &&
                          isxdigit(static_cast<unsigned char>(c)));
  };
  const char *begin = at;
  if (at < end && *at == '-')
    ++at;
  for (const char *word : {"infinity", "inf", "nan"}) {
    size_t size = strlen(word);
    if (size_t(end - at) >= size && !strncasecmp(at, word, size))
      return at + size;
  }
  bool hasDigits = false;
  for (; at < end && isDigit(*at); ++at)
    hasDigits = true;
  if (at < end && *at == '.')
    for (++at; at < end && isDigit(*at); ++at)
      hasDigits = true;
  if (!hasDigits)
    return begin;
  char mark = format == chars_format::hex ? 'p' : 'e';
  const char *mantissa = at;
  if (at < end && (*at | 0x20) == mark && format != chars_format::fixed) {
    ++at;
    if (at < end && (*at == '+' || *at == '-'))
      ++at;
    const char *digits = at;
    while (at < end && isdigit(*at))
      ++at;
    if (at > digits)
      return at;
  }
  return format == chars_format::scientific ? begin : mantissa;
}

template <typename T>
from_chars_result fromChars(const char *at, const char *end, T &value,
                            chars_format format) {
  const char *last = scan(at, end, format);
  if (last == at)
    return {at, errc::invalid_argument};
  string text(at, last);
  if (format == chars_format::hex && text.find("nf") == string::npos &&
      text.find("an") == string::npos)
    text.insert(text[0] == '-' ? 1 : 0, "0x");
  T found = parse<T>(text.c_str(), nullptr);
  bool isZero = text.find_first_of("123456789abcdfABCDF") == string::npos;
  if ((isinf(found) && text.find("nf") == string::npos) ||
      (found == 0 && !isZero))
    return {last, errc::result_out_of_range};
  value = found;
  return {last, errc()};
}

} // namespace

#define RB_CHARCONV(T)                                                         \
  to_chars_result to_chars(char *to, char *end, T value) noexcept {            \
    return toChars(to, end, value, chars_format());                            \
  }                                                                            \
  to_chars_result to_chars(char *to, char *end, T value,                       \
                           chars_format format) noexcept {                     \
    return toChars(to, end, value, format);                                    \
  }                                                                            \
  to_chars_result to_chars(char *to, char *end, T value, chars_format format,  \
                           int precision) noexcept {                           \
    return toChars(to, end, value, format, precision);                         \
  }                                                                            \
  from_chars_result from_chars(const char *at, const char *end, T &value,      \
                               chars_format format) noexcept {                 \
    return fromChars(at, end, value, format);                                  \
  }

RB_CHARCONV(float)
RB_CHARCONV(double)
RB_CHARCONV(long double)

} // namespace std
