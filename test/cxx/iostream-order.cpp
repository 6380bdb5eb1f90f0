// cout, printf and cerr keep the order of the program.
// RUN: %same %s
// RUN: rbcheck --run %t.bc 2>&1 | FileCheck %s
#include <cstdio>
#include <iostream>
#include <unistd.h>
int main() {
  std::cout << "one ";
  printf("two ");
  std::cout << "three ";
  std::cout.flush();
  fflush(stdout);
  std::cerr << "four ";
  std::clog << "five ";
  if (write(1, "six\n", 4) != 4)
    return 1;
  // CHECK: one two three four five six
}
