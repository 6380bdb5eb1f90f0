// Double-checked initialisation: the first look at the flag is outside of the lock
// and has to acquire what the store of the flag releases.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -DLOOK=memory_order_relaxed %s -o %t.look.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.look.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.look.bc
// RUN: %rbcc -DDONE=memory_order_relaxed %s -o %t.done.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.done.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.done.bc
// CHECK: error: data race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef LOOK
#define LOOK memory_order_acquire
#endif
#ifndef DONE
#define DONE memory_order_release
#endif
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;
static int value;
static int get(void) {
  if (!atomic_load_explicit(&done, LOOK)) {
    pthread_mutex_lock(&mutex);
    if (!atomic_load_explicit(&done, memory_order_relaxed)) {
      value++;
      atomic_store_explicit(&done, 1, DONE);
    }
    pthread_mutex_unlock(&mutex);
  }
  return value;
}
static void *work(void *arg) {
  assert(get() == 1);
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
