// syscall() with the numbers of functions on files and memory is the same as the
// functions.
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --accept=rand %t.bc
// RUN: %rbcc -DWRONG=1 %s -o %t.wrong.bc
// RUN: %exits 1 rbcheck %t.wrong.bc | FileCheck %s
// RUN: %rbcc -DOTHER=1 %s -o %t.other.bc
// RUN: %exits 2 rbcheck %t.other.bc | FileCheck --check-prefix=OTHER %s
// OTHER: unsupported: syscall(
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
  char text[8] = "";
  long fd = syscall(SYS_open, "/made", O_RDWR | O_CREAT, 0600);
  assert(fd >= 0);
  assert(syscall(SYS_write, fd, "hello", 5) == 5);
  assert(syscall(SYS_lseek, fd, 1l, SEEK_SET) == 1);
  assert(syscall(SYS_read, fd, text, sizeof text) == 4 && text[0] == 'e');
#ifdef WRONG
  assert(text[0] == 'h'); // CHECK: syscall.c:[[#@LINE]]:{{.*}} error: assertion
#endif
  assert(syscall(SYS_access, "/none", F_OK) == -1 && errno == ENOENT);
  assert(syscall(SYS_getpid) == getpid());
  assert(syscall(SYS_getrandom, text, sizeof text, 0) == sizeof text);
  assert(syscall(SYS_close, fd) == 0);
  assert(syscall(SYS_unlink, "/made") == 0);
  assert(syscall(SYS_openat, AT_FDCWD, "/made", O_RDONLY) == -1);
  char *memory = (char *)syscall(SYS_mmap, 0, 4096, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(memory[0] == 0);
  assert(syscall(SYS_munmap, memory, 4096) == 0);
#ifdef OTHER
  syscall(SYS_swapoff, "x");
#endif
  return 0;
}
