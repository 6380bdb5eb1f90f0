// The end of a function that has to return a value is not "unreachable code".
// RUN: %rbcc -w -x c++ %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -w -x c++ -DTRAP %s -o %t-trap.bc
// RUN: %exits 1 rbcheck %t-trap.bc | FileCheck --check-prefix=TRAP %s
// CHECK: error: end of a non-void function is reached without a return
// TRAP: error: trap instruction executed
static int half(int n) {
  if (n % 2 == 0)
    return n / 2;
#ifdef TRAP
  __builtin_trap();
#endif
}

int main(int argc, char **) { return half(argc) != 0; }
