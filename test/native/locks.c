// Read-write locks, spin locks, semaphores, barriers: everything is taken and
// given back on the way to the error.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --check=assertion --trace=%t.json %t.bc > %t.out
// RUN: %exits 1 rbreplay --native %t.json 2>&1 | FileCheck %s
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static sem_t full;
static int serial, value;

static int readValue(void) {
  pthread_rwlock_rdlock(&rw);
  int seen = value;
  pthread_rwlock_unlock(&rw);
  return seen;
}

static void *worker(void *arg) {
  if (pthread_barrier_wait(&barrier)) {
    pthread_spin_lock(&spin);
    serial++;
    pthread_spin_unlock(&spin);
  }
  int seen = readValue();
  pthread_rwlock_wrlock(&rw);
  value = seen + 1;
  pthread_rwlock_unlock(&rw);
  sem_post(&full);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_barrier_init(&barrier, 0, 2);
  sem_init(&full, 0, 0);
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; ++i)
    sem_wait(&full);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  int left = -1;
  sem_getvalue(&full, &left);
  printf("serial %d, left %d\n", serial, left);
  assert(value == 2);
}
// CHECK: serial 1, left 0
// CHECK: here rbcheck saw assertion in T0 {{.*}}value == 2
