// std::lock takes two mutexes without a deadlock; one by one they can block each other.
// RUN: %rbcc -std=c++17 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -std=c++17 -DONEBYONE %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s --check-prefix=ONEBYONE
// ONEBYONE: deadlock
#include <mutex>
#include <thread>
static std::mutex a, b;
static void both(std::mutex &first, std::mutex &second) {
#ifdef ONEBYONE
  std::lock_guard<std::mutex> one(first), two(second);
#else
  std::scoped_lock lock(first, second);
#endif
}
int main() {
  std::thread other([] { both(a, b); });
  both(b, a);
  other.join();
}
