// atomic wait and notify; without the notify the waiter can sleep for ever.
// RUN: %rbcc -std=c++20 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -std=c++20 -DSILENT %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s --check-prefix=SILENT
// SILENT: deadlock
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic<int> stage;
int main() {
  std::thread t([] {
    stage = 1;
#ifndef SILENT
    stage.notify_one();
#endif
  });
  stage.wait(0);
  assert(stage == 1);
  t.join();
}
