// Errors of memory, each with its kind.
// RUN: %oracle NULL_READ
// NULL_READ: error null-dereference @null
// RUN: %oracle BOUNDS
// BOUNDS: error out-of-bounds @bounds
// RUN: %oracle FAR
// FAR: error out-of-bounds @far
// RUN: %oracle BEFORE
// BEFORE: error out-of-bounds @before
// RUN: %oracle FREED
// FREED: error use-after-free @freed
// RUN: %oracle DOUBLE
// DOUBLE: error double-free @double
// RUN: %oracle MIDDLE
// MIDDLE: error invalid-free @middle
// RUN: %oracle RETURNED
// RETURNED: error use-after-return @returned
// RUN: %oracle SAME_PLACE
// SAME_PLACE: error use-after-return @same
// RUN: %oracle LITERAL
// LITERAL: error read-only-write @literal
// RUN: %oracle DIVIDE
// DIVIDE: error arithmetic @divide
// RUN: %oracle WILD
// WILD: error invalid-pointer @wild
// RUN: %oracle FINE
// FINE: exit 6
#include <stdlib.h>
#include <string.h>
static int table[4], zero;
static int *kept;
static void keep(int k) {
  int local = k;
  if (k)
    kept = &local;
  else
    *kept = 2; // @same
}
int main(void) {
  volatile int i = 4;
  int *p = malloc(4 * sizeof *p);
  p[3] = 1;
#if defined NULL_READ
  int *q = 0;
  return *q; // @null
#elif defined BOUNDS
  table[i] = 1; // @bounds
#elif defined FAR
  i = 1 << 24;
  p[i] = 1; // @far
#elif defined BEFORE
  i = -1;
  p[i] = 1; // @before
#elif defined FREED
  free(p);
  return p[0]; // @freed
#elif defined DOUBLE
  free(p);
  free(p); // @double
#elif defined MIDDLE
  free(p + 1); // @middle
#elif defined RETURNED
  keep(1);
  return *kept; // @returned
#elif defined SAME_PLACE
  keep(1);
  keep(0);
#elif defined LITERAL
  char *text = "abc";
  text[0] = 'x'; // @literal
#elif defined DIVIDE
  return 3 / zero; // @divide
#elif defined WILD
  *(int *)(0x123456789abcUL << 3) = 1; // @wild
#else
  char buffer[8];
  strcpy(buffer, "abc");
  memset(table, 0, sizeof table);
  memcpy(&table[1], p + 3, sizeof(int));
  int sum = table[1] + (int)strlen(buffer) + (buffer[2] == 'c') + (p[0] == (int)0xa5a5a5a5);
  free(p);
  return sum;
#endif
  return 0;
}
