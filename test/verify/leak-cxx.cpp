// C++: new without delete, shared pointers in a circle; what streams, exceptions and
// threads keep for themselves is no leak.
// RUN: %rbcc -std=c++20 %s -o %t.bc
// RUN: %exits 1 rbcheck --check=leak --all-errors %t.bc | FileCheck %s
// RUN: %rbcc -std=c++20 -DFIX %s -o %t.fix.bc
// RUN: %exits 0 rbcheck --check=leak --accept=weak-memory %t.fix.bc
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>

struct Node {
  std::shared_ptr<Node> strong;
  std::weak_ptr<Node> weak;
};

static std::map<int, std::string> table; // its destructor runs before the end

int main() {
  int *numbers = new int[4]; // CHECK-DAG: leak-cxx.cpp:[[#@LINE]]:18: error: memory leak: nothing points to 16 bytes in 1 block
  numbers[0] = 1;
  auto a = std::make_shared<Node>(); // CHECK-DAG: leak-cxx.cpp:[[#@LINE]]:12: error: memory leak: nothing points to {{.*}} in 1 block when the program ends, and from there alone {{.*}} in 1 block is reached
  auto b = std::make_shared<Node>();
  a->strong = b;
#ifdef FIX
  b->weak = a;
  delete[] numbers;
#else
  b->strong = a;
#endif
  table[1] = "a string that is too long to be kept inside";
  std::ostringstream out;
  out << table[1];
  std::cout << out.str().size() << "\n";
  try {
    throw std::runtime_error("a message that is long enough");
  } catch (const std::exception &error) {
    std::cout << error.what() << "\n";
  }
  std::thread([&] { table[2] = "another string, which is long, too"; }).join();
}
// CHECK: error: 2 errors
