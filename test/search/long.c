// One thread makes a million shared accesses while another waits: linear time,
// little memory, no deep stack.
// The sanitizer keeps freed memory, so memory limits mean nothing there.
// UNSUPPORTED: asan
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --search=dfs --memory-limit=300 --json=- %t.bc 2>/dev/null | FileCheck %s
// A reduced search keeps the path, to compare with what comes.
// RUN: %exits 0 rbcheck --memory-limit=600 %t.bc
// CHECK: "states": 100000{{[0-9]}},
// CHECK: "max_depth": 100000{{[0-9]}},
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *waiter(void *arg) {
  pthread_mutex_lock(&m);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, waiter, 0);
  for (int i = 0; i < 1000000; i++)
    n++;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
