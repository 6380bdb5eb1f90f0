// A shared mapping of a file and the file are the same bytes; a private one is a
// copy.
// RUN: rm -f %t.file %t.native.file
// RUN: %native %s -o %t.exe && %t.exe %t.native.file > %t.native
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --run %t.bc -- %t.file > %t.ours
// RUN: diff %t.native %t.ours && not ls %t.file
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define SHOW(call)                                                             \
  (errno = 0, printf("%s = %ld", #call, (long)(call)), printf(", %d\n", errno))

int main(int argc, char **argv) {
  char text[32] = "";
  struct stat status;
  int fd = open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0600);
  int reads = open(argv[1], O_RDONLY), writes = open(argv[1], O_WRONLY);
  SHOW(ftruncate(fd, 10000));
  SHOW(mmap(0, 4096, PROT_WRITE, MAP_SHARED, reads, 0) == MAP_FAILED);
  SHOW(mmap(0, 4096, PROT_READ, MAP_SHARED, writes, 0) == MAP_FAILED);
  SHOW(mmap(0, 4096, PROT_READ, MAP_SHARED, 77, 0) == MAP_FAILED);
  SHOW(mmap(0, 4096, PROT_READ, MAP_SHARED, fd, 1) == MAP_FAILED);
  char *all = mmap(0, 10000, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  char *second = mmap(0, 4096, PROT_READ, MAP_SHARED, reads, 4096);
  char *own = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 4096);
  strcpy(all + 4096, "written");
  SHOW(strcmp(second, "written"));
  SHOW(pread(reads, text, 8, 4096));
  SHOW(strcmp(text, "written"));
  SHOW(pwrite(writes, "W", 1, 4096));
  SHOW(second[0] == 'W');
  strcpy(own, "private");
  SHOW(second[0] == 'W');
  SHOW(msync(all, 10000, MS_SYNC));
  SHOW(munmap(own, 4096));
  close(fd), close(reads), close(writes);
  strcpy(all + 9990, "end");
  SHOW(munmap(second, 4096));
  SHOW(munmap(all, 10000));
  SHOW(stat(argv[1], &status));
  SHOW(status.st_size);
  fd = open(argv[1], O_RDWR);
  SHOW(pread(fd, text, 32, 9990));
  SHOW(strcmp(text, "end"));
  SHOW(pwrite(fd, "more", 5, 20000));
  SHOW(lseek(fd, 0, SEEK_END));
  return 0;
}
