// A thread object that is neither joined nor detached ends the program.
// RUN: %rbcc -std=c++17 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -std=c++17 -DFORGET %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s --check-prefix=FORGET
// FORGET: error: 
#include <thread>
int main() {
  std::thread t([] {});
#ifndef FORGET
  t.join();
#endif
}
