// fcntl: locks of the process are none for itself; what is not known is refused
// in one line, not answered.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -DUNKNOWN %s -o %t-unknown.bc
// RUN: %exits 2 rbcheck %t-unknown.bc | FileCheck %s
// CHECK: inconclusive: unsupported: an fcntl() other than for flags
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  int fd = open("lock", O_RDWR | O_CREAT, 0600);
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  assert(fcntl(fd, F_SETLK, &lock) == 0);
  assert(fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type == F_UNLCK);
#ifdef UNKNOWN
  fcntl(fd, F_SETLEASE, F_WRLCK);
#endif
  close(fd);
}
