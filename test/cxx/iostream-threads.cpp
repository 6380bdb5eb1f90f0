// Threads may share cout without a race, but not a stream of their own making.
// RUN: %rbcc -std=c++17 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -std=c++17 -DOWN %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s --check-prefix=OWN
// OWN: error: data race
#include <iostream>
#include <sstream>
#include <thread>
int main() {
#ifdef OWN
  std::ostringstream out;
#else
  std::ostream &out = std::cout;
#endif
  std::thread t([&] { out << "thread " << 1 << std::endl; });
  out << "main " << 2.5 << std::endl;
  t.join();
}
