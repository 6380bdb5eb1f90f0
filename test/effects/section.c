// A plain access races with one inside of an atomic section; two sections do
// not race, and neither do atomics with a section.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=dfs --trace=%t.json %t.bc
// RUN: %exits 1 rbreplay %t.json | FileCheck --check-prefix=REPLAY %s
// RUN: %exits 0 rbcheck --check=-data-race %t.bc
// RUN: %rbcc -DBOTH %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -DVERIFIER %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc
// RUN: %rbcc -DATOMIC %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
#include <pthread.h>
#include <rbcheck.h>
#include <string.h>
#ifdef VERIFIER
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
#define rb_atomic_begin __VERIFIER_atomic_begin
#define rb_atomic_end __VERIFIER_atomic_end
#endif
#ifdef ATOMIC
static _Atomic int x;
#else
static int x;
#endif
static void *plain(void *arg) {
#ifdef BOTH
  rb_atomic_begin();
#endif
  x = 1;
#ifdef BOTH
  rb_atomic_end();
#endif
  return arg;
}
int main(void) {
  pthread_t thread;
  int copy;
  pthread_create(&thread, 0, plain, 0);
  rb_atomic_begin();
  // CHECK: section.c:[[#@LINE+2]]:{{.*}} error: data race
  // REPLAY: section.c:[[#@LINE+1]]{{.*}}data race
  copy = x;
  rb_atomic_end();
  pthread_join(thread, 0);
  return copy > 1;
}
