// rb_progress() does nothing but say that the program gets on; natively, too.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --trace=%t.trace %t.bc | FileCheck %s
// RUN: %exits 1 rbreplay --native %t.trace
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 0 rbcheck --check=+termination %t.fixed.bc
// RUN: %clang -DRBCHECK_NATIVE -I%root/runtime/include -fsyntax-only %s
#include <assert.h>
#include <pthread.h>
#include <rbcheck.h>
#include <stdatomic.h>

static atomic_int served;

static void *serve(void *arg) {
  for (;;) {
    served = !served;
    rb_progress();
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, serve, 0);
#ifdef FIXED
  pthread_join(t, 0);
#else
  assert(served == 0); // CHECK: progress.c:[[#@LINE]]:{{.*}} error: assertion failed
#endif
  return 0;
}
