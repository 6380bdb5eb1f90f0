// Memory that was never written holds any values: all are explored, the same one
// wherever it was copied to, and an error comes with those that lead to it.
// RUN: %exits 1 rbcheck --uninitialised=symbolic --trace=%t.trace %s --cflags=-DT=1 | FileCheck %s --check-prefix=LOCAL
// RUN: %exits 1 rbreplay %t.trace | FileCheck %s --check-prefix=LOCAL
// RUN: %exits 1 rbcheck --uninitialised=symbolic --trace=%t.trace %s --cflags=-DT=2 | FileCheck %s --check-prefix=HEAP
// RUN: %exits 1 rbreplay %t.trace | FileCheck %s --check-prefix=HEAP
// RUN: %exits 0 rbcheck --uninitialised=symbolic %s --cflags=-DT=3 | FileCheck %s --check-prefix=RIGHT
// RIGHT: no-error
// RIGHT-NOT: Not exact
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
#if T == 1
  int level;
  // LOCAL: error: assertion failed: level != 12345
  // LOCAL: input: uninitialised local was 12345
  assert(level != 12345);
#elif T == 2
  unsigned char *bytes = malloc(4);
  bytes[0] = 7;
  // HEAP: error: assertion failed: bytes[2] != 200
  // HEAP: input: uninitialised heap memory at 2 was -56
  assert(bytes[2] != 200);
  free(bytes);
#else
  int level, copy;
  char text[8];
  memcpy(&copy, &level, sizeof copy);
  assert(copy == level);
  if (level > 3)
    assert(copy > 2);
  strcpy(text, "ab");
  assert(strlen(text) == 2 && strcmp(text, "ab") == 0);
  text[2] = 'c';
  text[4] = 0;
  size_t length = strlen(text);
  assert(length == 3 || length == 4);
#endif
}
