// Every kind of operation has its word, its object and what comes of it; what
// depends on what is recorded.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --search=dfs --no-minimize --trace=%t.json %t.bc
// RUN: FileCheck --input-file=%t.json %s
// RUN: /usr/bin/python3 %S/check_trace.py %root/docs/trace-schema.json %t.json
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static sem_t sem;
static int ready;
static char text[8];
static char *heap;

static void *work(void *arg) {
  sem_wait(&sem);
  pthread_rwlock_rdlock(&rw);
  pthread_rwlock_unlock(&rw);
  pthread_spin_lock(&spin);
  pthread_spin_unlock(&spin);
  memcpy(text, "abc", 4);
  free(heap);
  pthread_mutex_lock(&m);
  ready = 1;
  printf("ready\n");
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&sem, 0, 0);
  pthread_spin_init(&spin, 0);
  heap = malloc(3);
  pthread_create(&t, 0, work, 0);
  pthread_mutex_trylock(&m);
  pthread_mutex_unlock(&m);
  sem_post(&sem);
  pthread_mutex_lock(&m);
  while (!ready)
    pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  assert(!ready);
}
// CHECK-DAG: "operation":"try-lock",{{.*}}"text":"try-lock m: taken"
// CHECK-DAG: "operation":"release",{{.*}}"text":"post sem: 0 -> 1"
// CHECK-DAG: "operation":"acquire",{{.*}}"text":"wait for sem: 1 -> 0"
// CHECK-DAG: "operation":"read-lock",{{.*}}"text":"read-lock rw"
// CHECK-DAG: "operation":"lock",{{.*}}"text":"lock spin"
// CHECK-DAG: "operation":"write",{{.*}}"text":"write text, read \"abc\""
// CHECK-DAG: "operation":"free",{{.*}}"text":"free the {{[a-z]+}} allocated at operations.c:44"
// CHECK-DAG: "operation":"wait",{{.*}}"text":"wait at c, gives m back"
// CHECK-DAG: "operation":"write",{{.*}}"output":"ready\n",{{.*}}"text":"write ready: 0 -> 1"
// CHECK-DAG: "operation":"signal","other_thread":0,{{.*}}"text":"signal c: wakes T0"
// CHECK-DAG: "happens_after":[{{[{]}}"kind":"wake","step":17},{"kind":"wake","step":18}],{{.*}}"operation":"wake",{{.*}}"text":"woken at c, takes m"
