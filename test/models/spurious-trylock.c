// mtx_trylock may fail although the mutex is free; pthread_mutex_trylock does
// not.
// RUN: %rbcc -DTRY="mtx_trylock(&m) == thrd_success" %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %exits 0 rbcheck --spurious=off %t.bc
// RUN: %rbcc -DTRY="pthread_mutex_trylock((pthread_mutex_t *)&m) == 0" %s -o %t-posix.bc
// RUN: %exits 0 rbcheck %t-posix.bc
// CHECK: try-lock m: fails without a reason
#include <assert.h>
#include <pthread.h>
#include <threads.h>

static mtx_t m;

int main(void) {
  mtx_init(&m, mtx_plain);
  assert(TRY);
}
