//===- runtime/pthread/once.c - pthread_once, call_once -------------------===//
//
// The routine is ordinary code of the program, so it is called from C. Entering
// blocks while another thread runs it (interp/models/Once.cpp).
// Tested by test/models/once.c.
//
//===----------------------------------------------------------------------===//
#include <pthread.h>
#include <threads.h>

int __rb_once_enter(int *once);
void __rb_once_leave(int *once);
void __rb_once_cancel(int *once);

/// The thread ended in the routine: the next one runs it again.
static void giveUp(void *once) { __rb_once_cancel(once); }

int pthread_once(pthread_once_t *once, void (*routine)(void)) {
  if (__rb_once_enter(once)) {
    pthread_cleanup_push(giveUp, once);
    routine();
    pthread_cleanup_pop(0);
    __rb_once_leave(once);
  }
  return 0;
}

void call_once(once_flag *once, void (*routine)(void)) {
  pthread_once((pthread_once_t *)once, routine);
}
