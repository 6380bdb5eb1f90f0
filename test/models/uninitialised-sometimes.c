// A local that has a value on some ways only. Where few values stand for all they
// are tried; otherwise the result says so if such a read is really executed, and
// only then.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -DFEW %s -o %t2.bc
// RUN: %exits 1 rbcheck %t2.bc | FileCheck --check-prefix=FEW %s
// RUN: %rbcc -DMANY %s -o %t3.bc
// RUN: %exits 0 rbcheck %t3.bc -- word
// RUN: %exits 2 rbcheck %t3.bc | FileCheck --check-prefix=MANY %s
#include <assert.h>
int main(int count, char **words) {
  int few, many;
  if (count > 1)
    few = many = 3;
#ifdef FEW
  assert(few != 4); // FEW: uninitialised-sometimes.c:[[#@LINE]]:{{.*}} assertion failed
#endif
#ifdef MANY
  // MANY: a value that was never given is taken as 0 at {{.*}}uninitialised-sometimes.c:[[#@LINE+1]]
  if (many * many == 16)
    return words[0][0];
#endif
  if (count > 1 && many * many == 10)
    return words[0][0];
  return 0;
}
