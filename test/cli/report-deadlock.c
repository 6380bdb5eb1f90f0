// The report of a deadlock: cause, interleaving, who waits for whom.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc > %t.out
// RUN: FileCheck --strict-whitespace --match-full-lines %s < %t.out
// RUN: not grep -E "^ .{80}" %t.out
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void *left(void *arg) {
  pthread_mutex_lock(&a); // comments are left out
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return arg;
}
static void *right(void *arg) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return arg;
}
int main(void) {
  pthread_t l, r;
  pthread_create(&l, 0, left, 0);
  pthread_create(&r, 0, right, 0);
  pthread_join(l, 0);
  pthread_join(r, 0);
  return 0;
}
//      CHECK:{{.*}}report-deadlock.c:12:3: error: deadlock: none of 3 threads can go on
// CHECK-NEXT:   12 |   pthread_mutex_lock(&b);
// CHECK-NEXT:      |   ^
//CHECK-EMPTY:
// CHECK-NEXT:How it happens (3 steps, 3 threads, 1 preemption):
//CHECK-EMPTY:
// CHECK-NEXT:       T0 main            T1 left            T2 right
// CHECK-NEXT:       26 pthread_create(&l, 0, left, 0);  [create T1 (left)]
// CHECK-NEXT:    1  27 pthread_create(&r, 0, right, 0);  [create T2 (right)]
// CHECK-NEXT:    2                     11 pthread_mutex_lock(&a);
// CHECK-NEXT:       ~~ T1 preempted before line 12 ~~
// CHECK-NEXT:    3                                        18 pthread_mutex_lock(&b);
// CHECK-NEXT:     ! 28 pthread_join(l, 0);  [waits for the end of T1]
// CHECK-NEXT:     !                    12 pthread_mutex_lock(&b);  [waits for b]
// CHECK-NEXT:     !                                       19 pthread_mutex_l..  [waits for a]
//CHECK-EMPTY:
// CHECK-NEXT:Where the threads are:
// CHECK-NEXT:  T0 main: line 28 in main, waits for the end of T1
// CHECK-NEXT:  T1 left: line 12 in left, waits for b, which T2 holds; holds a
// CHECK-NEXT:  T2 right: line 19 in right, waits for a, which T1 holds; holds b
//CHECK-EMPTY:
// CHECK-NEXT:The circle:
// CHECK-NEXT:  T1 left holds a, waits for b   <--+
// CHECK-NEXT:    |                               |
// CHECK-NEXT:    v                               |
// CHECK-NEXT:  T2 right holds b, waits for a  ---+
//CHECK-EMPTY:
// CHECK-NEXT:error: 1 error in {{.*}}
// CHECK-NEXT:{{[0-9]+}} states in 2 searches, {{[0-9]+}} steps, {{[0-9]+}} paths ended, depth {{[0-9]+}}; {{.*}}
// CHECK-NEXT:default search (dfs, preemption bound 1), visited set fp128
