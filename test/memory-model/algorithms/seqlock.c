// Boehm's seqlocks: a writer changes two words, readers try to read both of one
// version. The data is atomic. Readers order it before their second look at the
// sequence number by an acquire fence, by acquire loads of the data (the writer's
// stores then release), or by a read-modify-write instead of that look (and the
// writer begins with one that acquires).
// A second look that is merely an acquire load comes too early: torn data.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -DREADER=2 %s -o %t.loads.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.loads.bc
// RUN: %rbcc -DREADER=3 %s -o %t.rmw.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.rmw.bc
// RUN: %rbcc -DREADER=2 -DPUT=memory_order_relaxed %s -o %t.puts.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.puts.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.puts.bc
// RUN: %rbcc -DREADER=0 %s -o %t.none.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.none.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.none.bc
// RUN: %rbcc -DFIRST=memory_order_relaxed %s -o %t.first.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.first.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.first.bc
// RUN: %rbcc -DODD=memory_order_acquire %s -o %t.odd.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.odd.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.odd.bc
// RUN: %rbcc -DEVEN=memory_order_relaxed %s -o %t.even.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.even.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.even.bc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef READERS
#define READERS 1
#endif
#ifndef READER
#define READER 1
#endif
#ifndef WRITES
#define WRITES 1
#endif
#ifndef FIRST
#define FIRST memory_order_acquire
#endif
#ifndef ODD // the fence behind the odd number
#define ODD memory_order_release
#endif
#ifndef EVEN
#define EVEN memory_order_release
#endif
#if READER == 2
#define GET memory_order_acquire
#ifndef PUT
#define PUT memory_order_release
#endif
#else
#define GET memory_order_relaxed
#define PUT memory_order_relaxed
#endif
static atomic_int sequence, x, y;
static void write_both(int value) {
#if READER == 3
  atomic_fetch_add_explicit(&sequence, 1, memory_order_acquire);
#else
  int s = atomic_load_explicit(&sequence, memory_order_relaxed);
  atomic_store_explicit(&sequence, s + 1, memory_order_relaxed);
#endif
#if READER != 2
  atomic_thread_fence(ODD);
#endif
  atomic_store_explicit(&x, value, PUT);
  atomic_store_explicit(&y, value, PUT);
#if READER == 3
  atomic_fetch_add_explicit(&sequence, 1, EVEN);
#else
  atomic_store_explicit(&sequence, s + 2, EVEN);
#endif
}
static int look_again(void) {
#if READER == 1
  atomic_thread_fence(memory_order_acquire);
  return atomic_load_explicit(&sequence, memory_order_relaxed);
#elif READER == 3
  return atomic_fetch_add_explicit(&sequence, 0, memory_order_release);
#elif READER == 2
  return atomic_load_explicit(&sequence, memory_order_relaxed);
#else
  return atomic_load_explicit(&sequence, memory_order_acquire);
#endif
}
static void *reader(void *arg) {
  int s = atomic_load_explicit(&sequence, FIRST);
  int a = atomic_load_explicit(&x, GET);
  int b = atomic_load_explicit(&y, GET);
  if (s % 2 == 0 && look_again() == s)
    assert(a == b); // CHECK: seqlock.c:[[#@LINE]]:{{.*}} error: assertion failed
  return arg;
}
int main(void) {
  pthread_t threads[READERS];
  for (int i = 0; i < READERS; i++)
    pthread_create(&threads[i], 0, reader, 0);
  for (int i = 1; i <= WRITES; i++)
    write_both(i);
  for (int i = 0; i < READERS; i++)
    pthread_join(threads[i], 0);
  return 0;
}
