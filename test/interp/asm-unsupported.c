// Assembly that rbcheck does not know is refused when it is executed, with its
// text and its place; elsewhere it does no harm.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %exits 2 rbcheck %t.bc -- 1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: %exits 2 rbcheck %t.bc -- 1 2 | FileCheck %s --check-prefix=GOTO
// UNKNOWN: inconclusive: unsupported: inline assembly "hlt; nop" at {{.*}}asm-unsupported.c:[[#UNKNOWN:]]
// GOTO: inconclusive: unsupported: asm goto "jmp {{.*}}" at {{.*}}asm-unsupported.c
static int jump(void) {
  __asm__ goto("jmp %l0" : : : : elsewhere);
  return 0;
elsewhere:
  return 1;
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc == 2)
    __asm__ __volatile__("hlt; nop");
  if (argc == 3)
    return jump();
  return 0;
}
