// Algorithms of std::execution::par run on two threads; libstdc++'s own way for one
// thread is not passed over. Compiled once: the argument says what to do.
// RUN: %rbcc -std=c++20 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc | FileCheck --check-prefix=GOOD %s
// GOOD: openmp-team: parallel algorithms on 2 threads
// RUN: %exits 1 rbcheck %t.bc -- race | FileCheck %s
// RUN: %exits 0 rbcheck --run %t.bc -- others
// RUN: %clang -std=c++20 -g -O0 -D_GLIBCXX_USE_TBB_PAR_BACKEND=0 -emit-llvm -c %s -o %t.serial.bc
// RUN: %exits 2 rbcheck %t.serial.bc | FileCheck --check-prefix=SERIAL %s
// SERIAL: inconclusive: parallel algorithms were compiled for one thread (--accept=parallel-algorithms)
#include <algorithm>
#include <cassert>
#include <execution>
#include <functional>
#include <numeric>
#include <vector>

using std::execution::par;

static void others(std::vector<int> v) {
  std::vector<int> w(v.size()), both(2 * v.size());
  assert(std::reduce(par, v.begin(), v.end()) == 10);
  assert(std::transform_reduce(std::execution::par_unseq, v.begin(), v.end(), 1,
                               std::plus<>(), [](int x) { return 2 * x; }) ==
         21);
  std::inclusive_scan(par, v.begin(), v.end(), w.begin());
  assert(w[4] == 10 && w[2] == 3);
  std::exclusive_scan(par, v.begin(), v.end(), w.begin(), 1);
  assert(w[4] == 7 && w[0] == 1);
  std::sort(par, w.begin(), w.end(), std::greater<>());
  assert(w[0] == 7 && w[4] == 1);
  assert(std::find(par, v.begin(), v.end(), 3) == v.begin() + 3);
  auto end = std::copy_if(par, v.begin(), v.end(), w.begin(),
                          [](int x) { return x % 2; });
  assert(end - w.begin() == 2 && w[0] == 1 && w[1] == 3);
  std::merge(par, v.begin(), v.end(), v.begin(), v.end(), both.begin());
  assert(std::is_sorted(both.begin(), both.end()));
}

int main(int count, char **arguments) {
  std::vector<int> v = {0, 1, 2, 3, 4};
  const char what = count > 1 ? arguments[1][0] : 0;
  int sum = 0;
  if (what == 'o')
    others(v);
  else if (what == 'r')
    std::for_each(par, v.begin(), v.end(), [&](int x) {
      sum += x; // CHECK: parallel-algorithms.cpp:[[#@LINE]]:{{.*}} data race on `sum
    });
  else
    std::for_each(par, v.begin(), v.end(), [](int &x) { x *= 2; });
  return 0;
}
