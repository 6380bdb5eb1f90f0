// An exception that nobody catches is reported where it is thrown.
// RUN: %exits 1 rbcheck %s | FileCheck %s
// RUN: %exits 1 rbcheck --json=%t.json %s | FileCheck %s
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// RUN: %rbcc -DCATCH %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// JSON: "kind": "uncaught-exception"
#include <exception>

struct Failure : std::exception {
  const char *what() const noexcept override { return "no more"; }
};

static void work(int left) {
  if (left == 0)
    // CHECK: uncaught.cpp:[[#@LINE+1]]:{{.*}} error: nobody catches an exception of type Failure: no more
    throw Failure();
  work(left - 1);
}

int main() {
#ifdef CATCH
  try {
    work(3);
  } catch (std::exception &) {
  }
#else
  work(3);
#endif
}
