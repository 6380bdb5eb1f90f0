// to_chars and from_chars of floating point, and of integers.
// RUN: %same %s -std=c++17
// RUN: %same %s -std=c++20 -O1
#include <charconv>
#include <cstdio>
#include <cstring>
#include <initializer_list>

template <typename... Args> static void put(Args... args) {
  char text[400];
  auto done = std::to_chars(text, text + sizeof text - 1, args...);
  *done.ptr = 0;
  std::printf("%s ", text);
}

template <typename T>
static void get(const char *text,
                std::chars_format format = std::chars_format::general) {
  T value = -7;
  auto done = std::from_chars(text, text + std::strlen(text), value, format);
  std::printf("%g at %ld (%d) ", double(value), long(done.ptr - text),
              int(done.ec));
}

int main() {
  using F = std::chars_format;
  for (double value : {2.5, 0.1, 1e300, 1e-7, 123456789.0, 0.0, -3.0, 1e21,
                       5e-324, 100000.0, 1234567.125, -0.0}) {
    put(value);
    put(value, F::scientific);
    put(value, F::fixed, 2);
    put(value, F::general, 4);
    std::printf("\n");
  }
  put(0.1f), put(16777216.0f), put(1.0 / 0.0), put(-1234), put(255, 16);
  put(1.5, F::hex);
  std::printf("\n");
  get<float>("1.5e3x"), get<double>("-0.25"), get<double>("x1");
  get<double>("1e999"), get<double>("inf"), get<double>(".5."), get<double>("-");
  get<double>("1.8p1", F::hex), get<double>("7e2", F::fixed);
  char small[3];
  std::printf("%d\n",
              int(std::to_chars(small, small + 3, 1234.5).ec));
}
