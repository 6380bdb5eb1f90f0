// A thread that ends early leaves frames as by an exception: destructors run,
// handlers get it and throw it on; in C as well.
// RUN: %native -std=c++20 -lstdc++ %s -o %t.exe && %t.exe > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc > %t.ours
// RUN: diff %t.native %t.ours
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -DWRONG %s -o %t.bc && %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DSWALLOWS %s -o %t.bc
// RUN: %exits 1 rbcheck --run %t.bc 2>&1 | FileCheck --check-prefix=SWALLOWS %s
// SWALLOWS: FATAL: exception not rethrown
// SWALLOWS: error: abort() was called
#include <cassert>
#include <cstdio>
#include <cxxabi.h>
#include <exception>
#include <pthread.h>
#include <thread>

static int ended;

struct Guard {
  const char *name;
  ~Guard() {
    std::puts(name);
    ++ended;
  }
};

static void cleanUp(void *name) { std::puts(static_cast<char *>(name)); }

static void leave() {
  Guard guard{"innermost"};
  pthread_exit(reinterpret_cast<void *>(4));
}

static void passes() {
  try {
    Guard guard{"in a block"};
    leave();
  } catch (int) {
    std::puts("never");
  } catch (...) {
    std::puts("caught");
#ifndef SWALLOWS
    throw;
#endif
  }
}

static void *work(void *) {
  Guard guard{"outermost"};
  pthread_cleanup_push(cleanUp, const_cast<char *>("handler"));
  try {
    passes();
  } catch (abi::__forced_unwind &) {
    std::puts("forced");
    throw;
  }
  pthread_cleanup_pop(0);
  return nullptr;
}

static void *waits(void *) {
  Guard guard{"cancelled"};
  for (;;)
    pthread_testcancel();
  return nullptr;
}

int main() {
  pthread_t thread;
  void *result;
  pthread_create(&thread, nullptr, work, nullptr);
  pthread_join(thread, &result);
  assert(result == reinterpret_cast<void *>(4));
  pthread_create(&thread, nullptr, waits, nullptr);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  std::thread([] { leave(); }).join();
#ifdef WRONG
  assert(ended == 4); // CHECK: thread-exit.cpp:[[#@LINE]]:{{.*}} error: assertion failed
#endif
  std::printf("%d\n", ended);
}
