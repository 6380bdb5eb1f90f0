// What the code alone refutes needs no search: one state is enough.
// RUN: %rbcc %s -o %t.bc
// RUN: echo "static.c:16 <> static.c:17" > %t.locs
// RUN: echo "static.c:18 <> static.c:19" >> %t.locs
// RUN: echo "static.c:21 <> static.c:22" >> %t.locs
// RUN: echo "static.c:16 <> static.c:22" >> %t.locs
// RUN: %exits 0 rbcheck --max-states=1 %t.bc --locs %t.locs --json=%t.json
// RUN: %python %S/verdicts.py %t.json | FileCheck %s
// CHECK: W1 race not-applicable [static.c:16 cannot be reached from main]
// CHECK: W2 race refuted [both are only executed by the main thread]
// CHECK: W3 race refuted [both are only executed by one thread, made once at
// CHECK: W4 race not-applicable [static.c:16 cannot be reached from main]
#include <pthread.h>
static int a, b, c;
void never(void) {
  a = 1; }
static void write(void) { a = 2; }
static void first(void) { b = 1; } // only main
static int second(void) { return b; }
static void *once(void *arg) {
  c = 1;
  c = c + 1;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, once, 0);
  first();
  write();
  int x = second();
  pthread_join(t, 0);
  return x > 5;
}
