// Writes a source of the program.
#include <stdio.h>

int main(void) {
  puts("template <int N> int power() { return N * power<N - 1>(); }");
  puts("template <> int power<0>() { return 1; }");
  puts("extern \"C\" int table(void) { return power<3>(); }");
  return 0;
}
