// Objects of gigabytes cost what is used of them; only what has an initial value is
// kept whole in the program. What malloc cannot give is null.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-limit=1500 %t.bc
// RUN: %exits 0 rbcheck --memory-limit=1500 --run %t.bc
// RUN: %rbcc -DPAST_END %s -o %t.bad.bc
// RUN: %exits 1 rbcheck --memory-limit=1500 %t.bad.bc | FileCheck %s
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#define GIB (1ull << 30)
static char zeros[4 * GIB];
static long filled[GIB / 8] = {1, 2, 3};

int main(void) {
  volatile size_t all = SIZE_MAX, half = SIZE_MAX / 2 + 1;
  zeros[4 * GIB - 1] = 7;
  zeros[2 * GIB] = zeros[4 * GIB - 1];
  assert(zeros[2 * GIB] == 7 && zeros[GIB] == 0);
  assert(filled[2] == 3 && filled[GIB / 8 - 1] == 0);
  char *p = malloc(GIB);
  assert(p);
  p[GIB - 1] = 5;
  assert(p[GIB - 1] == 5);
  p = realloc(p, 2 * GIB);
  assert(p && p[GIB - 1] == 5);
  free(p);
  assert(malloc(all) == NULL && malloc(half) == NULL);
  assert(calloc(half, 2) == NULL && calloc(half, half) == NULL);
#ifdef PAST_END
  size_t last = 4 * GIB;
  zeros[last] = 1; // CHECK: large-objects.c:[[#@LINE]]:{{.*}} error:
#endif
  return 0;
}
