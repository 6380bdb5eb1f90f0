// Files that tell of the system are the same on every machine.
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck %t.bc
// RUN: %rbcc -DWRONG=1 %s -o %t.wrong.bc
// RUN: %exits 1 rbcheck %t.wrong.bc | FileCheck %s
#include <assert.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char text[40] = "";
  int fd = open("/proc/sys/vm/overcommit_memory", O_RDONLY);
  assert(fd >= 0 && read(fd, text, sizeof text) == 2);
  assert(text[0] == '0');
#ifdef WRONG
  assert(text[0] == '1'); // CHECK: system-files.c:[[#@LINE]]:{{.*}} error: assertion
#endif
  close(fd);
  fd = open("/sys/kernel/mm/transparent_hugepage/enabled", O_RDONLY);
  assert(read(fd, text, sizeof text) > 0 && strstr(text, "[never]"));
  return 0;
}
