// Reading numbers from strings.
// RUN: rbcheck --run %s
// RUN: %exits 0 rbcheck %s

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *end;
  const char *text = "  -12x";
  assert(atoi("42") == 42 && atoi(" -7z") == -7 && atoi("") == 0);
  assert(atol("123456789012") == 123456789012 && atoll("-5") == -5);
  assert(atof("2.5e1") == 25.0);
  assert(strtol(text, &end, 10) == -12 && end == text + 5);
  assert(strtol("0x1f", 0, 0) == 31 && strtol("777", 0, 8) == 511);
  assert(strtoul("ff", 0, 16) == 255 && strtoull("10", 0, 2) == 2);
  text = "zz";
  assert(strtol(text, &end, 10) == 0 && end == text);
  errno = 0;
  assert(strtol("99999999999999999999", 0, 10) == LONG_MAX);
  assert(errno == ERANGE);
  text = "1.5abc";
  assert(strtod(text, &end) == 1.5 && end == text + 3);
  assert(strtof("0.25", 0) == 0.25f && strtold("8", 0) == 8.0L);
  assert(abs(-3) == 3 && labs(-4) == 4 && llabs(-5) == 5);
  assert(div(7, 2).quot == 3 && ldiv(-7, 2).rem == -1);
  assert(getenv("HOME") == 0 || strlen(getenv("HOME")) > 0);
}
