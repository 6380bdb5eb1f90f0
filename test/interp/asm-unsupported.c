// Assembly that rbcheck does not know is refused when it is executed, with its
// text and its place; elsewhere it does no harm.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %exits 2 rbcheck %t.bc -- 1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: %exits 2 rbcheck %t.bc -- 1 2 | FileCheck %s --check-prefix=GOTO
// RUN: %exits 2 rbcheck %t.bc -- 1 2 3 | FileCheck %s --check-prefix=NUMBER
// UNKNOWN: inconclusive: unsupported: inline assembly "hlt; nop" at {{.*}}asm-unsupported.c:[[#UNKNOWN:]]
// GOTO: inconclusive: unsupported: inline assembly {{.*}}jmp{{.*}} at {{.*}}asm-unsupported.c
// NUMBER: inconclusive: unsupported: inline assembly "movl ($1), $0"
#include <stdint.h>

static int jump(void) {
  __asm__ goto("jmp %l0" : : : : elsewhere);
  return 0;
elsewhere:
  return 1;
}

// Nobody has looked at what such a number points to.
static int follow(uintptr_t address) {
  int value;
  __asm__ __volatile__("movl (%1), %0" : "=r"(value) : "r"(address));
  return value;
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc == 2)
    __asm__ __volatile__("hlt; nop");
  if (argc == 3)
    return jump();
  if (argc == 4)
    return follow((uintptr_t)&argc);
  return 0;
}
