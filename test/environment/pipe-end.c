// A reader sees the end once all descriptors to write to are closed, the copy
// that a thread forgot included.
// RUN: %rbcc %s -o %t.bc && %exits 1 rbcheck %t.bc | FileCheck %s
// CHECK: deadlock
// CHECK: waits for a pipe that nobody writes to
// RUN: %rbcc -DCLOSED=1 %s -o %t.closed.bc && %exits 0 rbcheck %t.closed.bc
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], copy;

static void *produce(void *unused) {
  write(ends[1], "x", 1);
  close(ends[1]);
#ifdef CLOSED
  close(copy);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  char text[4];
  pipe(ends);
  copy = dup(ends[1]);
  pthread_create(&thread, 0, produce, 0);
  assert(read(ends[0], text, 1) == 1);
  assert(read(ends[0], text, 1) == 0);
  pthread_join(thread, 0);
  return 0;
}
