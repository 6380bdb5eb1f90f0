// A wait that ends without a signal and a mtx_trylock that fails without a reason
// happen natively, too. Virtual time is the same: sleeping and timed waits move
// it on.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --trace=%t.json %t.bc
// RUN: %exits 1 rbreplay --native %t.json 2>&1 | FileCheck %s
// CHECK: assertion in T0 at {{.*}}spurious.c:[[#@LINE+34]]
#include <assert.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static mtx_t lock;
static int ready;

static void *produce(void *arg) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  time_t start = time(0);
  sleep(5);
  struct timespec end = {time(0) + 20, 0};
  mtx_init(&lock, mtx_timed);
  pthread_create(&t, 0, produce, 0);
  pthread_mutex_lock(&m);
  int late = pthread_cond_timedwait(&c, &m, &end) != 0;
  long passed = time(0) - start;
  int woken = ready;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  if (!late && !woken && mtx_trylock(&lock) != thrd_success)
    assert(passed < 5);
}
