// open, read, write, lseek, pread and errors.
// RUN: %native %s -o %t.exe && %t.exe %S/Inputs/input.txt %t.file > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc -- %S/Inputs/input.txt %t.file > %t.ours
// RUN: diff %t.native %t.ours
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define SHOW(call) (errno = 0, printf("%s = %ld, %d\n", #call, (long)(call), errno))

int main(int argc, char **argv) {
  char text[32] = "";
  struct stat status;
  int in = open(argv[1], O_RDONLY), fd;
  SHOW(in);
  SHOW(read(in, text, 5));
  SHOW(lseek(in, 0, SEEK_CUR));
  SHOW(pread(in, text + 5, 4, 6));
  SHOW(lseek(in, -4, SEEK_END));
  SHOW(read(in, text + 9, 100));
  SHOW(read(in, text + 20, 1));
  SHOW(write(in, text, 1));
  SHOW(lseek(in, -1, SEEK_SET));
  puts(text);
  SHOW(fstat(in, &status));
  printf("%d %ld\n", S_ISREG(status.st_mode), (long)status.st_size);
  SHOW(close(in));
  SHOW(close(in));
  SHOW(read(in, text, 1));
  SHOW(open("/no/such/file", O_RDONLY));
  SHOW(fd = open(argv[2], O_RDWR | O_CREAT | O_TRUNC, 0600));
  struct iovec parts[2] = {{"ab", 2}, {"cde", 3}};
  SHOW(writev(fd, parts, 2));
  SHOW(write(fd, "fgh", 3));
  SHOW(pwrite(fd, "X", 1, 2));
  SHOW(lseek(fd, 0, SEEK_SET));
  SHOW(read(fd, text, 32));
  printf("%.8s\n", text);
  SHOW(ftruncate(fd, 3));
  SHOW(lseek(fd, 0, SEEK_END));
  SHOW(open(argv[2], O_RDWR | O_CREAT | O_EXCL, 0600));
  SHOW(close(fd));
  SHOW(unlink(argv[2]));
  SHOW(unlink(argv[2]));
  SHOW(read(0, text, 0));
  return 0;
}
