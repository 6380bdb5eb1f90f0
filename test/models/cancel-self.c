// A thread that may be cancelled at any time and cancels itself ends there, or
// where it allows that again.
// RUN: %native %s -o %t.exe && %t.exe
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --accept=async-cancel %t.bc
// RUN: %rbcc -DDEFERS=1 %s -o %t.defers.bc
// RUN: %exits 1 rbcheck --accept=async-cancel %t.defers.bc | FileCheck %s
// CHECK: assertion failed: !"reached"
#include <assert.h>
#include <pthread.h>

static void *atOnce(void *arg) {
#ifndef DEFERS
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
#endif
  pthread_cancel(pthread_self());
  assert(!"reached");
  return arg;
}

static void *whenEnabled(void *arg) {
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
  pthread_cancel(pthread_self());
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0);
  assert(!"reached");
  return arg;
}

int main(void) {
  void *(*all[])(void *) = {atOnce, whenEnabled};
  for (int i = 0; i < 2; ++i) {
    pthread_t thread;
    void *result = 0;
    pthread_create(&thread, 0, all[i], 0);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
  }
}
