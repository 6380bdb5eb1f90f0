// A thread that loops for ever without touching what others see: no search runs
// it again and again. (Walks of 2,000 time slices took minutes.)
// RUN: %exits 1 rbcheck --json=%t.json %s
// RUN: FileCheck %s < %t.json
// RUN: rbcheck --search=random-walk:walks=20,depth=2000 --json=%t.walk.json %s || true
// RUN: FileCheck %s < %t.walk.json
// CHECK: "instructions": {{([0-9]{1,9})}},
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value;

static void *loop(void *arg) {
  for (unsigned i = 0;; i = (i + 1) % 3) {
  }
  return arg;
}

static void *work(void *arg) {
  value = 1;
  value = 2;
  return arg;
}

int main(void) {
  pthread_t looper, worker;
  pthread_create(&looper, 0, loop, 0);
  pthread_create(&worker, 0, work, 0);
  assert(value != 1);
  pthread_join(worker, 0);
  return 0;
}
