// With -fexceptions clean-up handlers of C are what the compiler calls when a
// frame is left, beside those that are registered.
// RUN: %native -fexceptions %s -o %t.exe && %t.exe > %t.native
// RUN: %rbcc -fexceptions %s -o %t.bc && %exits 0 rbcheck --run %t.bc > %t.ours
// RUN: diff %t.native %t.ours
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -fexceptions -DWRONG %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int cleaned;

static void unlock(void *arg) {
  puts("unlocks");
#ifdef WRONG
  assert(!cleaned); // CHECK: cleanup-exceptions.c:[[#@LINE]]:{{.*}} error: assertion failed
#endif
  pthread_mutex_unlock(arg);
}

static void count(int *number) {
  printf("leaves %d\n", *number);
  ++cleaned;
}

static void wait(void) {
  __attribute__((cleanup(count))) int inner = 2;
  for (;;)
    pthread_cond_wait(&cond, &mutex);
}

static void *work(void *arg) {
  __attribute__((cleanup(count))) int outer = 1;
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, &mutex);
  wait();
  pthread_cleanup_pop(1);
  return arg;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, work, 0);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  assert(pthread_mutex_trylock(&mutex) == 0);
  printf("%d\n", cleaned);
}
