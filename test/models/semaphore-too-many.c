// Two permits for one slot.
// RUN: %exits 1 rbcheck %s | FileCheck %s
// CHECK: error: {{data race|assertion failed}}
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t items, space;
static int slot;

static void *produce(void *arg) {
  for (int i = 1; i <= 2; ++i) {
    sem_wait(&space);
    slot = i;
    sem_post(&items);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  int value;
  assert(sem_init(&items, 0, 0) == 0);
  assert(sem_init(&space, 0, 2) == 0);
  assert(sem_trywait(&items) == -1);
  assert(errno == EAGAIN);
  pthread_create(&thread, 0, produce, 0);
  for (int i = 1; i <= 2; ++i) {
    sem_wait(&items);
    assert(slot == i);
    sem_post(&space);
  }
  pthread_join(thread, 0);
  assert(sem_getvalue(&space, &value) == 0 && value == 2);
  assert(sem_destroy(&items) == 0);
  assert(sem_destroy(&space) == 0);
}
