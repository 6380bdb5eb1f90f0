// An input that is asked for where exceptions are handled: the call is not the end of
// what is done with its value. Clean-ups go on with unwinding as without inputs.
// RUN: %exits 1 rbcheck %s | FileCheck %s
// RUN: %exits 1 rbcheck --symbolic=off --cflags=-DKNOWN %s | FileCheck %s
// RUN: %exits 0 rbcheck --uninitialised=report --cflags=-DRIGHT %s
#include <cassert>
#include <rbcheck.h>

struct Guard {
  int *done;
  ~Guard() { ++*done; }
};

static void fail() {
#ifdef KNOWN
  throw rb_choose(2) ? 4711 : 3;
#else
  throw rb_nondet_int();
#endif
}

static void guarded(int &done) {
  Guard guard{&done};
  fail();
}

int main() {
  int done = 0;
  try {
    guarded(done);
  } catch (int value) {
#ifdef RIGHT
    assert(done == 1);
    (void)value;
#else
    assert(done == 1 && value != 4711); // CHECK: thrown.cpp:[[#@LINE]]:{{.*}}assertion failed
#endif
  }
}
