// pthread_exit where destructors would have to run is not supported, and said
// so; elsewhere it works in C++ as in C.
// RUN: %exits 2 rbcheck %s | FileCheck %s
// CHECK: unsupported: a thread that ends early in the middle of C++ code
// RUN: %rbcc -DPLAIN %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
#include <cassert>
#include <pthread.h>

struct Guard {
  ~Guard() { ++ended; }
  static int ended;
};
int Guard::ended;

static void leave() { pthread_exit(reinterpret_cast<void *>(4)); }

static void *work(void *) {
#ifndef PLAIN
  Guard guard;
#endif
  leave();
  return nullptr;
}

int main() {
  pthread_t thread;
  void *result;
  pthread_create(&thread, nullptr, work, nullptr);
  pthread_join(thread, &result);
  assert(result == reinterpret_cast<void *>(4));
}
