// A reference count: a new reference is counted relaxed by who has one already; who
// drops one releases, and who drops the last acquires before the object is freed.
// A relaxed decrement is a race with the free, and so is a missing fence.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -DDROP=memory_order_relaxed %s -o %t.drop.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.drop.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.drop.bc
// RUN: %rbcc -DLAST=memory_order_release %s -o %t.last.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.last.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.last.bc
// CHECK: error: data race
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifndef DROP
#define DROP memory_order_release
#endif
#ifndef LAST
#define LAST memory_order_acquire
#endif
struct object {
  atomic_int references;
  int values[2];
};
struct use {
  struct object *object;
  int index;
};
static void retain(struct object *object) {
  atomic_fetch_add_explicit(&object->references, 1, memory_order_relaxed);
}
static void drop(struct object *object) {
  if (atomic_fetch_sub_explicit(&object->references, 1, DROP) == 1) {
    atomic_thread_fence(LAST);
    free(object);
  }
}
static void *work(void *arg) {
  struct use *use = arg;
  retain(use->object);
  use->object->values[use->index]++;
  drop(use->object);
  use->object->values[use->index]++;
  drop(use->object);
  return 0;
}
int main(void) {
  pthread_t threads[2];
  struct use uses[2];
  struct object *object = malloc(sizeof *object);
  object->values[0] = object->values[1] = 0;
  atomic_init(&object->references, 1);
  for (int i = 0; i < 2; i++) {
    uses[i] = (struct use){object, i};
    retain(object);
    pthread_create(&threads[i], 0, work, &uses[i]);
  }
  drop(object);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
