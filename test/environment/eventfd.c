// With EFD_SEMAPHORE each read takes one, without all at once.
// RUN: %rbcc -DFLAGS=EFD_SEMAPHORE %s -o %t.bc && %exits 0 rbcheck %t.bc
// RUN: %rbcc -DFLAGS=0 %s -o %t.all.bc
// RUN: %exits 1 rbcheck %t.all.bc | FileCheck %s
// CHECK: deadlock
// CHECK: waits for an eventfd that nobody writes to
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int fd;

static void *post(void *unused) {
  uint64_t two = 2;
  assert(write(fd, &two, sizeof two) == sizeof two);
  return unused;
}

int main(void) {
  pthread_t thread;
  uint64_t value;
  fd = eventfd(0, FLAGS);
  pthread_create(&thread, 0, post, 0);
  assert(read(fd, &value, sizeof value) == sizeof value);
  assert(read(fd, &value, sizeof value) == sizeof value && value == 1);
  pthread_join(thread, 0);
  return 0;
}
