// What the oracle does not know it says; what is too large it cuts.
// RUN: %oracle UNKNOWN
// UNKNOWN: unsupported fopen
// RUN: %oracle LARGE --max-states=10
// LARGE: cut
// RUN: %exits 3 rbcheck-oracle
// RUN: %exits 3 rbcheck-oracle --what %s
// RUN: %exits 3 rbcheck-oracle %t.missing
#include <stdio.h>
static int n[100];
int main(void) {
#ifdef UNKNOWN
  return fopen("x", "r") != 0;
#endif
  for (int i = 0; i < 100; i++)
    n[i] = i;
  return n[99];
}
