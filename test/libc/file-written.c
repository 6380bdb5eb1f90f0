// What a program writes it can read again; the host sees nothing of it.
// RUN: %native %s -o %t.exe && %t.exe %t.file > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc -- %t.file > %t.ours
// RUN: not ls %t.file
// RUN: diff %t.native %t.ours
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>

static void show(const char *name) {
  char line[64];
  FILE *file = fopen(name, "r");
  while (fgets(line, sizeof line, file))
    printf("> %s", line);
  fclose(file);
}

int main(int argc, char **argv) {
  const char *name = argv[1];
  struct stat status;
  FILE *file = fopen(name, "w");
  fprintf(file, "one %d\n", 1);
  fputs("two\n", file);
  fputc('3', file);
  putc('\n', file);
  printf("%zu\n", fwrite("four\n", 1, 5, file));
  printf("%ld %d\n", ftell(file), fclose(file));
  show(name);
  file = fopen(name, "a");
  fprintf(file, "five\n");
  fclose(file);
  file = fopen(name, "r+");
  fseek(file, 4, SEEK_SET);
  fputs("X", file);
  fseek(file, 0, SEEK_CUR);
  printf("%c\n", fgetc(file));
  fclose(file);
  show(name);
  printf("%d %ld\n", stat(name, &status), (long)status.st_size);
  printf("%d\n", access(name, R_OK));
  printf("%d\n", remove(name));
  printf("%d %d\n", access(name, R_OK), fopen(name, "r") != 0);
  file = fopen(name, "wx");
  printf("%d\n", file != 0);
  printf("%d\n", fopen(name, "wx") != 0);
  fclose(file);
  unlink(name);
  return 0;
}
