// A pipe has room for 65536 bytes: who writes more waits for a reader.
// RUN: %rbcc %s -o %t.bc && %exits 1 rbcheck %t.bc | FileCheck %s
// CHECK: deadlock
// CHECK: waits for a full pipe that nobody reads from
// RUN: %rbcc -DREADER=1 %s -o %t.reader.bc && %exits 0 rbcheck %t.reader.bc
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static char block[70000], got[70000];

static void *produce(void *unused) {
  assert(write(ends[1], block, sizeof block) == sizeof block);
  return unused;
}

int main(void) {
  pthread_t thread;
  pipe(ends);
  pthread_create(&thread, 0, produce, 0);
#ifdef READER
  for (size_t all = 0; all < sizeof got;)
    all += (size_t)read(ends[0], got, sizeof got);
#endif
  pthread_join(thread, 0);
  return 0;
}
