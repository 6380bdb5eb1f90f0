#include <stdio.h>
int main(void) {
  puts("something");
  return 0;
}
