// Anonymous mappings are zero and can be unmapped; files can be read.
// RUN: %native %s -o %t.exe && %t.exe %S/Inputs/input.txt > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc -- %S/Inputs/input.txt > %t.ours
// RUN: diff %t.native %t.ours
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int argc, char **argv) {
  char *memory = mmap(0, 10000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int sum = 0;
  for (int i = 0; i < 10000; ++i)
    sum += memory[i];
  memset(memory, 1, 10000);
  printf("%d %d\n", sum, (int)((unsigned long)memory % 4096));
  printf("%d\n", mprotect(memory, 10000, PROT_READ));
  printf("%d\n", munmap(memory, 10000));
  printf("%d %d\n", mmap(0, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED, errno == EINVAL);
  int fd = open(argv[1], O_RDONLY);
  memory = mmap(0, 20, PROT_READ, MAP_PRIVATE, fd, 0);
  close(fd);
  printf("%.10s\n", memory);
  printf("%d\n", munmap(memory, 20));
  return 0;
}
