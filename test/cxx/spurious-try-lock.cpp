// try_lock may fail although nobody holds the mutex, inlined or not; what waits
// in a loop of them still gets the lock.
// RUN: %rbcc -x c++ -std=c++20 -DLOCK=std::mutex %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %exits 0 rbcheck --spurious=off %t.bc
// RUN: %rbcc -x c++ -std=c++20 -O2 -DLOCK=std::mutex %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -x c++ -std=c++20 -DLOCK=std::recursive_mutex %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -x c++ -std=c++20 -DLOCK=std::timed_mutex %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -x c++ -std=c++20 -DLOCK=std::shared_mutex %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -x c++ -std=c++20 -DLOCK=std::shared_mutex -DTRY=try_lock_shared %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -x c++ -std=c++20 -O2 -DLOCK=std::shared_mutex -DTRY=try_lock_shared %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -x c++ -std=c++20 -DLOCK=Posix %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -x c++ -std=c++20 -DLOCK=std::mutex -DLOOP %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// CHECK: error: assertion failed: taken
// CHECK: fails without a reason
#include <cassert>
#include <mutex>
#include <pthread.h>
#include <shared_mutex>

#ifndef TRY
#define TRY try_lock
#endif

/// A lock of the program's own, on what does not fail for no reason.
struct Posix {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  bool try_lock() { return pthread_mutex_trylock(&m) == 0; }
};

static LOCK lock;

int main() {
  bool taken = lock.TRY();
#ifdef LOOP
  while (!taken)
    taken = lock.TRY();
#endif
  assert(taken);
}
