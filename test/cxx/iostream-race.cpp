// Printing a variable is a read of it.
// RUN: %rbcc -std=c++17 %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s --check-prefix=CHECK
// CHECK: error: data race
#include <iostream>
#include <string>
#include <thread>
static char text[] = "shared";
int main() {
  std::thread t([] { text[0] = 'S'; });
  std::cout.write(text, 6) << std::endl;
  t.join();
}
