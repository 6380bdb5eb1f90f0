// The memory that a write reads from and a read writes to is the caller's.
// RUN: %rbcc %s -o %t.bc && %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DOWN=1 %s -o %t.own.bc && %exits 0 rbcheck %t.own.bc
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static char shared[4];

static void *consume(void *unused) {
  char own[4];
#ifdef OWN
  read(ends[0], own, 4);
#else
  (void)own;
  read(ends[0], shared, 4); // CHECK: pipe-buffer.c:{{.*}} error: data race
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pipe(ends);
  write(ends[1], "abcd", 4);
  pthread_create(&thread, 0, consume, 0);
  shared[0] = 'x';
  pthread_join(thread, 0);
  return 0;
}
