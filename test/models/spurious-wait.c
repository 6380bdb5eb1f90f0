// A wait may end without a signal, so what it waits for has to be asked again.
// With -DLOOP the program does.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=bfs %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --jobs=2 --trace=%t.trace %t.bc | FileCheck %s
// RUN: %exits 0 rbreplay --export=text %t.trace | FileCheck --check-prefix=STEP %s
// RUN: %exits 0 rbcheck --spurious=off %t.bc
// RUN: %rbcc -DLOOP %s -o %t-loop.bc
// RUN: %exits 0 rbcheck %t-loop.bc
// RUN: %rbcc -DTIMED %s -o %t-timed.bc
// RUN: %exits 1 rbcheck %t-timed.bc | FileCheck %s
// RUN: %exits 0 rbcheck --spurious=off %t-timed.bc
// RUN: %rbcc -DC11 %s -o %t-c11.bc
// RUN: %exits 1 rbcheck %t-c11.bc | FileCheck %s
// RUN: %exits 0 rbcheck --spurious=off %t-c11.bc
// STEP: wakes without a signal
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <threads.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static int await(void) {
#if defined(TIMED)
  struct timespec time = {2000000000, 0};
  int result = pthread_cond_timedwait(&c, &m, &time);
  if (result == ETIMEDOUT)
    ready = 1; // not what this is about
  return result;
#elif defined(C11)
  return cnd_wait((cnd_t *)&c, (mtx_t *)&m);
#else
  return pthread_cond_wait(&c, &m);
#endif
}

static void *produce(void *arg) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, produce, 0);
  pthread_mutex_lock(&m);
#ifdef LOOP
  while (!ready)
#else
  if (!ready)
#endif
    await();
  // CHECK: wakes without a signal
  assert(ready);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}
