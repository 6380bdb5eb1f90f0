// An exception must not leave a noexcept function, whoever would catch it.
// RUN: %exits 1 rbcheck %s | FileCheck %s

// CHECK: noexcept.cpp:[[#@LINE+1]]:{{.*}} error: nobody catches an exception of type int
static void work() noexcept { throw 3; }

int main() {
  try {
    work();
  } catch (...) {
  }
}
