// The handshake of Cilk's work stealing (T, H and a lock): the owner takes back the
// last item it announced, a thief moves the head, and each then looks at what the
// other announced. Without a seq_cst fence on either side both get the same item.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -DOWNER=memory_order_acq_rel %s -o %t.owner.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.owner.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.owner.bc
// RUN: %rbcc -DTHIEF=memory_order_acq_rel %s -o %t.thief.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.thief.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.thief.bc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef OWNER
#define OWNER memory_order_seq_cst
#endif
#ifndef THIEF
#define THIEF memory_order_seq_cst
#endif
enum { ITEMS = 2 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int head, tail = ITEMS; // items are head, ..., tail - 1
static atomic_int got[ITEMS];
static int load(atomic_int *from) {
  return atomic_load_explicit(from, memory_order_relaxed);
}
static void store(atomic_int *to, int value) {
  atomic_store_explicit(to, value, memory_order_relaxed);
}
static int pop(void) {
  int t = load(&tail) - 1;
  store(&tail, t);
  atomic_thread_fence(OWNER);
  if (load(&head) <= t)
    return t;
  store(&tail, t + 1);
  pthread_mutex_lock(&mutex);
  store(&tail, t);
  int there = load(&head) <= t;
  if (!there)
    store(&tail, t + 1);
  pthread_mutex_unlock(&mutex);
  return there ? t : -1;
}
static int steal(void) {
  pthread_mutex_lock(&mutex);
  int h = load(&head);
  store(&head, h + 1);
  atomic_thread_fence(THIEF);
  int there = h + 1 <= load(&tail);
  if (!there)
    store(&head, h);
  pthread_mutex_unlock(&mutex);
  return there ? h : -1;
}
static void take(int item) {
  if (item < 0)
    return;
  int before = atomic_fetch_add_explicit(&got[item], 1, memory_order_relaxed);
  assert(before == 0); // CHECK: cilk-the.c:[[#@LINE]]:{{.*}} error: assertion failed
}
static void *thief(void *arg) {
  take(steal());
  take(steal());
  return arg;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, thief, 0);
  take(pop());
  take(pop());
  pthread_join(thread, 0);
  return 0;
}
