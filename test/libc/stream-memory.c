// fmemopen, open_memstream and tmpfile.
// RUN: %native %s -o %t.exe && %t.exe > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc > %t.ours
// RUN: diff %t.native %t.ours
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char fixed[16] = "10 20 30";
  int a, b;
  FILE *file = fmemopen(fixed, strlen(fixed), "r");
  printf("%d %d %d\n", fscanf(file, "%d %d", &a, &b), a, b);
  fclose(file);
  file = fmemopen(fixed, sizeof fixed, "w");
  fprintf(file, "%s %d", "hello", 42);
  fclose(file);
  puts(fixed);

  char *text;
  size_t size;
  file = open_memstream(&text, &size);
  for (int i = 0; i < 40; ++i)
    fprintf(file, "%d,", i);
  fflush(file);
  printf("%zu\n", size);
  fputs("end", file);
  fclose(file);
  printf("%zu %s\n", size, text);
  free(text);

  file = tmpfile();
  fputs("alpha\nbeta\n", file);
  rewind(file);
  char *line = 0;
  size_t room = 0;
  ssize_t length;
  while ((length = getline(&line, &room, file)) > 0)
    printf("%zd %s", length, line);
  free(line);
  fclose(file);
  return 0;
}
