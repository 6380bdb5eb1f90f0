// A failed assertion shows what its condition looked at: a variable that others
// write, a copy in a register, a field behind a pointer.
// RUN: rm -rf %t && mkdir %t
// RUN: %exits 1 rbcheck --json=%t/a.json --trace=%t/a.trace %s | FileCheck --check-prefix=COPY %s
// RUN: FileCheck --check-prefix=JSON %s < %t/a.json
// RUN: FileCheck --check-prefix=JSON %s < %t/a.trace
// RUN: %rbcc -DFIELD %s -o %t.FIELD.bc
// RUN: %exits 1 rbcheck %t.FIELD.bc | FileCheck --check-prefix=FIELD %s
// RUN: %rbcc -DSTEP %s -o %t.STEP.bc
// RUN: %exits 1 rbcheck %t.STEP.bc | FileCheck --check-prefix=STEP %s
// RUN: %rbcc -DFINE %s -o %t.FINE.bc
// RUN: %exits 0 rbcheck %t.FINE.bc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct counter {
  int unused;
  atomic_int n;
};
static struct counter both;
static atomic_int m = 3;

static void *inc(void *arg) {
#ifdef FINE
  atomic_fetch_add(&both.n, 1);
#else
  int v = both.n;
  both.n = v + 1;
#endif
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], 0, inc, 0);
#ifdef STEP
  pthread_join(t[0], 0);
  assert(both.n != 1); // another thread may still write it
  // STEP: error: assertion failed: both.n != 1
  // STEP: {{^ +\| }}both.n was 1{{$}}
  pthread_join(t[1], 0);
#else
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], 0);
#ifdef FIELD
  struct counter *p = &both;
  assert(p->n == 2);
  // FIELD: error: assertion failed: p->n == 2
  // FIELD: {{^ +\| }}{{.*}}n was 1{{$}}
#else
  int copy = both.n;
  assert(copy == 2 && m > 1);
  // COPY: error: assertion failed: copy == 2 && m > 1
  // COPY: {{^ +\| }}copy was 1{{$}}
  // JSON: "values":{{ ?}}[{{[[:space:]]*}}"copy was 1"
#endif
#endif
}
