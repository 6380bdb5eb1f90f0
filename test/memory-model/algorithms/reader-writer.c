// A spin lock for many readers or one writer in a single word. Readers have to
// release, too, although they write nothing: else the next writer races with them.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -DREADER_LEAVES=memory_order_relaxed %s -o %t.reader.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.reader.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.reader.bc
// RUN: %rbcc -DWRITER_LEAVES=memory_order_relaxed %s -o %t.writer.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.writer.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.writer.bc
// RUN: %rbcc -DENTER=memory_order_relaxed %s -o %t.enter.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.enter.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.enter.bc
// CHECK: error: data race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef ENTER
#define ENTER memory_order_acquire
#endif
#ifndef READER_LEAVES
#define READER_LEAVES memory_order_release
#endif
#ifndef WRITER_LEAVES
#define WRITER_LEAVES memory_order_release
#endif
enum { WRITER = -1 };
static atomic_int users; // readers, or WRITER
static int x, y;
static void enter(int isWriter) {
  for (;;) {
    int now = atomic_load_explicit(&users, memory_order_relaxed);
    if (isWriter ? now != 0 : now == WRITER)
      continue;
    if (atomic_compare_exchange_strong_explicit(&users, &now,
                                                isWriter ? WRITER : now + 1, ENTER,
                                                memory_order_relaxed))
      return;
  }
}
static void *reader(void *arg) {
  enter(0);
  assert(x == y);
  atomic_fetch_sub_explicit(&users, 1, READER_LEAVES);
  return arg;
}
static void *writer(void *arg) {
  enter(1);
  x++;
  y++;
  atomic_store_explicit(&users, 0, WRITER_LEAVES);
  return arg;
}
int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, reader, 0);
  pthread_create(&threads[1], 0, reader, 0);
  pthread_create(&threads[2], 0, writer, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  return 0;
}
