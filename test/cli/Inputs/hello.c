#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  printf("hello");
  for (int i = 1; i < argc; ++i)
    printf(" %s", argv[i]);
  printf("\n");
  fprintf(stderr, "to stderr\n");
  return argc - 1;
}
