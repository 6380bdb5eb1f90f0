// Standard input is empty.
// RUN: %native %s -o %t.exe && %t.exe < /dev/null > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc > %t.ours
// RUN: diff %t.native %t.ours
#include <stdio.h>

int main(void) {
  char line[8];
  int x = 5;
  printf("%d\n", feof(stdin));
  printf("%d\n", scanf("%d", &x));
  printf("%d %d\n", getchar(), feof(stdin) != 0);
  clearerr(stdin);
  printf("%d %p\n", feof(stdin), (void *)fgets(line, sizeof line, stdin));
  printf("%zu %d\n", fread(line, 1, 4, stdin), fileno(stdin));
  return 0;
}
