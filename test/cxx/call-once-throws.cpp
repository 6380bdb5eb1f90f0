// A call_once whose function threw is tried again, by a waiter too.
// RUN: %rbcc -std=c++17 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
#include <cassert>
#include <mutex>
#include <thread>
static std::once_flag once;
static int tries;
static void start() {
  try {
    std::call_once(once, [] {
      if (++tries == 1)
        throw 1;
    });
  } catch (int) {
  }
}
int main() {
  std::thread a(start), b(start);
  a.join(), b.join();
  assert(tries == 2);
}
