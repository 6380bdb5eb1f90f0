// A local static is initialised once, and who comes meanwhile waits; without
// the compiler's guard it is a race.
// RUN: %exits 0 rbcheck %s
// RUN: %rbcc -fno-threadsafe-statics %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// CHECK: error: data race on `guard variable for get()::s`
// CHECK: T1 work
#include <cassert>
#include <pthread.h>
static int made;
struct S {
  int v;
  S() {
    made++;
    v = 7;
  }
};

static int get() {
  static S s;
  return s.v;
}

static void *work(void *) {
  assert(get() == 7);
  return 0;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(made == 1);
}
