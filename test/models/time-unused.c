// Nobody can tell which time it was if nobody looks at it.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -DUSED %s -o %t2.bc
// RUN: %exits 2 rbcheck %t2.bc | FileCheck %s
// RUN: %rbcc -DSTORED %s -o %t3.bc
// RUN: %exits 2 rbcheck %t3.bc | FileCheck %s
// CHECK: inconclusive: {{.*}}(--accept=time)
#include <time.h>
int main(void) {
  time_t now = 0;
#ifdef STORED
  time(&now);
#elif defined(USED)
  now = time(0);
#else
  time(0);
#endif
  return now == 12345678;
}
