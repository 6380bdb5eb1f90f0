// std::random_device gives one sequence, and says so; generators of the
// standard are exact.
// RUN: %exits 2 rbcheck %s | FileCheck %s
// RUN: %exits 0 rbcheck --accept=rand %s
// RUN: %rbcc -DSEED=7 %s -o %t.bc && %exits 0 rbcheck %t.bc
#include <random>

int main() {
#ifdef SEED
  std::mt19937 numbers(SEED);
  return numbers() == 0;
#else
  std::random_device device;
  // CHECK: inconclusive: std::random_device: one sequence of random numbers {{.*}}random-device.cpp:[[#@LINE+1]]
  return device() == 0;
#endif
}
