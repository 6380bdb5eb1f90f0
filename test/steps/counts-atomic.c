// Every atomic operation synchronises: with nothing else to join there are as many
// states as before.
//
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --search=dfs --json=- %t.bc 2>/dev/null | FileCheck %s
// RUN: %exits 0 rbcheck --search=dfs --steps=sync --json=- %t.bc 2>/dev/null | FileCheck %s
// CHECK: "states": 300,
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *work(void *arg) {
  for (int k = 0; k < 5; ++k)
    atomic_fetch_add(&x, 1);
  return arg;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; ++i)
    pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 3; ++i)
    pthread_join(t[i], 0);
}
