// A join writes its result once the thread has ended: that races with readers
// of the result, but not with the thread that is joined.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DONLY_JOINED %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
#include <pthread.h>
static void *result;
static void *joined(void *arg) { return result ? arg : 0; }
static void *reader(void *arg) { return result ? arg : 0; } // CHECK-DAG: join-result.c:[[#@LINE]]
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, joined, 0);
#ifndef ONLY_JOINED
  pthread_create(&b, 0, reader, 0);
#endif
  pthread_join(a, &result); // CHECK-DAG: join-result.c:[[#@LINE]]:{{.*}} error: data race on `result`
#ifndef ONLY_JOINED
  pthread_join(b, 0);
#endif
}
