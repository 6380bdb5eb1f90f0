// A warning that names one access, or only a variable, is refuted if all that
// touches the same memory is known and excludes it. One state is enough.
// RUN: %rbcc %s -o %t.bc
// RUN: echo "static-anywhere.c:23 <> *" > %t.locs
// RUN: echo "static-anywhere.c:27 <> *" >> %t.locs
// RUN: echo "static-anywhere.c:31 <> *" >> %t.locs
// RUN: echo "static-anywhere.c:35 <> *" >> %t.locs
// RUN: %exits 1 rbcheck --max-states=1 %t.bc --locs %t.locs --json=%t.json
// RUN: %python %S/verdicts.py %t.json | FileCheck %s
// CHECK: W1 race refuted [`m` is held at both (taken at static-anywhere.c:22); static-anywhere.c:42 is executed before
// CHECK: W2 race {{confirmed|undecided}}
// CHECK: W3 race {{confirmed|undecided}}
// CHECK: W4 race refuted [no other access is in conflict with it]
#include <pthread.h>
#include <stdatomic.h>
static int guarded, bare, pointed;
static int *volatile pointer = &pointed;
static atomic_int counter;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *thread(void *arg) {
  pthread_mutex_lock(&m);
  guarded++;
  pthread_mutex_unlock(&m);

  // Another access is not under the lock.
  bare++;

  // Somebody may have the address.
  pthread_mutex_lock(&m);
  pointed++;
  pthread_mutex_unlock(&m);

  // Nothing is wrong with this.
  counter++;
  return arg;
}

int main(void) {
  pthread_t t, u;
  // Nobody else is there yet.
  guarded = 1;
  *pointer = 1;
  pthread_create(&t, 0, thread, 0);
  pthread_create(&u, 0, thread, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return guarded;
}
