// A barrier orders each phase before the next one, and its completion function in
// between. An own relaxed count of those who arrived orders nothing.
// RUN: %rbcc -std=c++20 %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -std=c++20 -DOWN=memory_order_acq_rel %s -o %t.right.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.right.bc
// RUN: %rbcc -std=c++20 -DOWN=memory_order_relaxed %s -o %t.weak.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.weak.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.weak.bc
// CHECK: error: data race
#include <atomic>
#include <barrier>
#include <cassert>
#include <thread>
static int values[2], sum;
#ifdef OWN
static std::atomic<int> arrived;
static void arrive() {
  if (arrived.fetch_add(1, std::OWN) == 1)
    sum = values[0] + values[1];
}
static void work(int index) {
  values[index] = 1;
  arrive();
}
#else
struct Add {
  void operator()() noexcept { sum = values[0] + values[1]; }
};
static std::barrier<Add> barrier(2);
static void work(int index) {
  values[index] = 1;
  barrier.arrive_and_wait();
  assert(sum == 2);
  assert(values[1 - index] == 1);
}
#endif
int main() {
  std::thread other(work, 0);
  work(1);
  other.join();
  assert(sum == 2);
}
