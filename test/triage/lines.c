// Lines without code: they are moved within a statement or a function, and never
// into another function or out of a macro.
// RUN: %rbcc %s -o %t.bc
// RUN: %python %S/lines.py %s > %t.locs
// RUN: %exits 1 rbcheck %t.bc --locs %t.locs --json=%t.json
// RUN: %python %S/verdicts.py --notes %t.json | FileCheck %s
#include <pthread.h>
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static int right, wrong;
static void add(int *to, int a, int b, int c) { *to += a + b + c; }

static void locked(void) {
  pthread_mutex_lock(&mu);
  right++;
  pthread_mutex_unlock(&mu);
}
#define UNLOCKED                                                               \
  do {                                                                         \
    wrong++; /* asked: in a macro */                                           \
  } while (0)
// CHECK: in a macro: race not-applicable [{{.*}} is in the definition of the macro UNLOCKED; its code is where the macro is used]
static int unused; // asked: between functions
// CHECK: between functions: race not-applicable [{{.*}} has no code; the nearest code is line [[#@LINE-7]] (locked) and line [[#@LINE+2]] (work)]
static void *work(void *arg) {
  locked();
  UNLOCKED; // asked: macro used
  // CHECK: macro used: race confirmed
  // CHECK-NOT: has no
  add(&wrong, wrong,
      1,  // asked: argument
      2); // asked: last argument
  // CHECK: argument: race confirmed
  // CHECK-NEXT: has no code; taken as line [[#@LINE-4]] of the same statement
  // CHECK: last argument: race confirmed
  // CHECK-NEXT: taken as line [[#@LINE-6]] of the same statement
  int local;
  // asked: comment

  locked();
  // CHECK: comment: race refuted
  // CHECK-NEXT: has no code; taken as line [[#@LINE-2]]{{$}}
  return arg;
} // asked: brace
// CHECK: brace: race not-applicable
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
