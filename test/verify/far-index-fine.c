// Arithmetic that leaves an object and comes back, large objects, and pointers
// that lead elsewhere but are not used.
// Not for the oracle: addresses are taken as numbers.
// RUN: %rbcc -w %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %clang -O2 -emit-llvm -c -w %s -o %t.2.bc
// RUN: %exits 0 rbcheck %t.2.bc
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static char before[65000], small[16], after[65536];
static int wide[100000], wide2[100000];
static void *volatile sink;
struct big { char bytes[100000]; int tail; };

__attribute__((noinline)) static int element(const int *p, long i, long n) {
  return i < n ? p[i] : -1; // an optimiser may compute the address first
}

int main(void) {
  // Counting from 1, next to an object that reaches far.
  char *large = malloc(65535), *q = malloc(16);
  char *one = q - 1;
  one[1] = 3;
  int k = 2;
  one[k] = 4;
  char *first = one + 1;
  assert(*first == 3 && q[1] == 4);
  char *back = q + 65536 * 3;
  back -= 65536 * 3;
  assert(*back == 3);
  // Large objects: all of them can be reached from anywhere inside.
  for (int i = 0; i < 100000; i += 997) {
    wide[i] = i;
    *(&wide2[99999] - i) = wide[i];
    int *in = &wide[i];
    assert(in[-i] == 0 && in[99999 - i] == wide[99999]);
  }
  struct big *b = malloc(sizeof *b);
  b->tail = 7;
  int *tail = &b->tail;
  assert(*tail == 7 && ((char *)b)[100000] == 7);
  // Not used.
  int *p = calloc(4, 4), *next = calloc(4, 4);
  sink = next;
  assert(element(p, 16384, 4) == -1);
  assert((char *)p + 65536 > (char *)(p + 4));
  // A number is a number.
  uintptr_t n = (uintptr_t)p;
  n += 65536;
  assert(*(int *)n == *next);
  // One past the end, and the last byte.
  char *end = before + sizeof before;
  assert(end[-1] == 0 && &end[-65000] == before);
  after[65535] = small[15] = 1;
  assert(*(after + sizeof after - 1) == 1);
  free(large);
  return 0;
}
