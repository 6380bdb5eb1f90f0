// Steps that an error comes from are shown, however long the runs around them
// are; threads are seen to be made; steps in library code name its function.
// RUN: %exits 1 rbcheck %s | FileCheck %s
// RUN: %rbcc -std=c++17 -DFINE %s -o %t.FINE.bc
// RUN: %exits 0 rbcheck %t.FINE.bc
#include <atomic>
#include <cassert>
#include <deque>
#include <thread>

static std::atomic<int> total, noise;
static std::deque<int> jobs;

static void work() {
  for (int i = 0; i < 3; ++i)
    noise += i, noise -= i, noise ^= i;
#ifdef FINE
  total += 1;
#else
  int seen = total;
  total = seen + 1;
#endif
  for (int i = 0; i < 3; ++i)
    noise += i, noise -= i, noise ^= i;
}

int main() {
  std::thread a(work);
  jobs.push_back(1);
  std::thread b(work);
  a.join();
  b.join();
  assert(total == 2);
}
// CHECK: error: assertion failed: total == 2
// CHECK: How it happens
// CHECK: T0 main {{.*}}T1 work {{.*}}T2 work
// CHECK: create T1 (work)
// CHECK: {{[0-9]+ .*}} in std::deque::push_back, ... {{[0-9]+}} steps
// CHECK: create T2 (work)
// CHECK: int seen = total; {{.*}}read total = 0
// CHECK: ... {{[0-9]+}} more steps
// CHECK: 21 atomic write total: 0 -> 1
// CHECK: ... {{[0-9]+}} more steps
// CHECK: 21 total = seen + 1; {{.*}}write total = 1
// CHECK: !
