// A line that touches nothing cannot race; what it calls does so elsewhere. Not so if
// the library touches something for it.
// RUN: %rbcc %s -o %t.bc
// RUN: %python %S/places.py %s "L1 <> *" "L2 <> *" "L3 <> *" > %t.locs
// RUN: %exits 1 rbcheck %t.bc --locs %t.locs --json=%t.json
// RUN: %python %S/verdicts.py %t.json | FileCheck %s
// CHECK: W1 race refuted [static-line.c:{{[0-9]+}} itself touches no memory that others can reach]
// CHECK: W2 race confirmed
// CHECK: W3 race confirmed
#include <pthread.h>
#include <string.h>
static int count;
static char text[8];
static void bump(void) {
  count++; // L2
}
static void *worker(void *arg) {
  bump();                  // L1
  strcpy(text, arg);       // L3
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, worker, "one");
  pthread_create(&u, 0, worker, "two");
}
