// call_once runs once; a plain flag does not guard.
// RUN: %rbcc -std=c++17 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -std=c++17 -DFLAG %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s --check-prefix=FLAG
// FLAG: error: 
#include <cassert>
#include <mutex>
#include <thread>
static std::once_flag once;
static int runs;
static bool flag;
static void start() {
#ifdef FLAG
  if (!flag) {
    flag = true;
    ++runs;
  }
#else
  std::call_once(once, [](int n) { runs += n; }, 1);
#endif
  assert(runs == 1);
}
int main() {
  std::thread a(start), b(start);
  a.join(), b.join();
}
