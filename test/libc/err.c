// err, warn and error print what they print natively, up to the name.
// RUN: %native %s -o %t.exe
// RUN: %exits 3 %t.exe 2> %t.native
// RUN: sed "s,^[^:]*,program," %t.native > %t.want
// RUN: %rbcc %s -o %t.bc && %exits 3 rbcheck --run %t.bc 2> %t.ours
// RUN: diff %t.want %t.ours
#include <err.h>
#include <errno.h>
#include <error.h>

int main(void) {
  errno = ENOENT;
  warn("one %d", 1);
  warnx("two %s", "x");
  error(0, EINVAL, "three");
  error_at_line(0, 0, "file.c", 12, "four %d", 4);
  errno = EBUSY;
  err(3, "five");
}
