// A local that was never given a value decides, and too many values would have
// to be tried: rbcheck takes 0, says so, and claims nothing for other values. One
// that is given is not concerned, nor one that is given only where it is used.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 2 rbcheck %t.bc | FileCheck %s
// RUN: %exits 0 rbcheck --accept=uninitialised %t.bc
// RUN: %rbcc -DGIVEN %s -o %t2.bc
// RUN: %exits 0 rbcheck %t2.bc
// CHECK: a value that was never given is taken as 0 at {{.*}}uninitialised.c:[[#@LINE+8]]
int main(int count, char **words) {
  int chosen, late;
#ifdef GIVEN
  chosen = count;
#endif
  if (count > 1)
    late = 3;
  if (chosen > count)
    return words[0][0];
  return count > 1 ? late : 0;
}
