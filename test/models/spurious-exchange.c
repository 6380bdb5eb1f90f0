// A weak compare-exchange may fail although the value is the expected one, also
// of a thread that is alone; a strong one does not, and a loop does not mind.
// RUN: %rbcc -DHOW=weak %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %exits 0 rbcheck --spurious=off %t.bc
// RUN: %rbcc -DHOW=strong %s -o %t-strong.bc
// RUN: %exits 0 rbcheck %t-strong.bc
// RUN: %rbcc -DHOW=weak -DLOOP %s -o %t-loop.bc
// RUN: %exits 0 rbcheck --jobs=2 %t-loop.bc
// RUN: %rbcc -DHOW=weak -DALONE %s -o %t-alone.bc
// RUN: %exits 1 rbcheck --trace=%t.trace %t-alone.bc | FileCheck %s
// RUN: %exits 3 rbreplay --native %t.trace 2>&1 | FileCheck --check-prefix=NATIVE %s
// CHECK: update n = 0: fails without a reason
// NATIVE: rbreplay: {{.*}}cannot make a weak compare-exchange fail without a reason, as the trace does at {{.*}}spurious-exchange.c
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define EXCHANGE_(how) atomic_compare_exchange_##how
#define EXCHANGE(how) EXCHANGE_(how)

static atomic_int n;

static void *count(void *arg) {
  int old = atomic_load(&n);
#ifdef LOOP
  while (!EXCHANGE(HOW)(&n, &old, old + 1))
    ;
#else
  // Another thread may have been quicker, but then the value has changed.
  int expected = old;
  if (!EXCHANGE(HOW)(&n, &expected, old + 1))
    assert(expected != old);
#endif
  return arg;
}

int main(void) {
#ifdef ALONE
  count(0);
#else
  pthread_t t;
  pthread_create(&t, 0, count, 0);
  count(0);
  pthread_join(t, 0);
#ifdef LOOP
  assert(n == 2);
#endif
#endif
}
