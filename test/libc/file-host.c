// A file of the host is read as it is.
// RUN: %native %s -o %t.exe && %t.exe %S/Inputs/input.txt > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc -- %S/Inputs/input.txt > %t.ours
// RUN: diff %t.native %t.ours
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  FILE *file = fopen(argv[1], "r");
  char line[32], word[16];
  int a, b, c;
  double d;
  printf("%s", fgets(line, sizeof line, file));
  printf("%ld\n", ftell(file));
  printf("%d\n", fscanf(file, "%d%d%x%15s", &a, &b, (unsigned *)&c, word));
  printf("%d %d %d %s %ld\n", a, b, c, word, ftell(file));
  printf("%d %g\n", fscanf(file, "%lf", &d), d);
  printf("%d\n", fgetc(file));
  printf("%d %d\n", ungetc('x', file), fgetc(file));
  printf("%s|\n", fgets(line, sizeof line, file));
  printf("%d %d\n", feof(file), ferror(file));
  printf("%p %d\n", (void *)fgets(line, sizeof line, file), feof(file));
  rewind(file);
  printf("%d %zu\n", feof(file), fread(line, 1, 5, file));
  printf("%.5s %d\n", line, fseek(file, -4, SEEK_END));
  printf("%s\n", fgets(line, sizeof line, file));
  printf("%d\n", fclose(file));
  file = fopen("/no/such/file", "r");
  printf("%p %d %s\n", (void *)file, errno, strerror(errno));
  file = fopen(argv[1], "q");
  printf("%p %d\n", (void *)file, errno);
  return 0;
}
