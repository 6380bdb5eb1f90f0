// Copies, fills, string functions and atomics that find their memory in the machine's
// caches do what they do otherwise, and an error behind a hundred good rounds is
// found. Each ERROR is one of them; without it there is none.
// RUN: rbcheck --run %s
// RUN: %exits 0 rbcheck --search=dfs %s
// RUN: %exits 0 rbcheck --search=dfs --memory-model=tso %s
// RUN: %exits 1 rbcheck --cflags=-DERROR=1 %s | FileCheck %s --check-prefix=BEYOND
// RUN: %exits 1 rbcheck --cflags=-DERROR=2 %s | FileCheck %s --check-prefix=FREED
// RUN: %exits 1 rbcheck --cflags=-DERROR=3 %s | FileCheck %s --check-prefix=OVERLAP
// RUN: %exits 1 rbcheck --cflags=-DERROR=4 %s | FileCheck %s --check-prefix=DEAD
// RUN: %exits 1 rbcheck --cflags=-DERROR=5 %s | FileCheck %s --check-prefix=RACE
// RUN: %exits 1 rbcheck --cflags=-DERROR=6 %s | FileCheck %s --check-prefix=CONSTANT
// RUN: %exits 1 rbcheck --cflags=-DERROR=7 %s | FileCheck %s --check-prefix=LENGTH
// RUN: %exits 1 rbcheck --cflags=-DERROR=8 %s | FileCheck %s --check-prefix=EXCHANGED
#ifndef ERROR
#define ERROR 0
#endif
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static unsigned char big[1000], other[1000];

/// Pieces are 256 bytes: ranges within one, over two and over several.
static void ranges(void) {
  for (unsigned at = 200; at < 300; at += 7)
    for (unsigned n = 1; n < 600; n += 41) {
      for (unsigned i = 0; i < sizeof big; ++i)
        big[i] = (unsigned char)(i * 31 + n);
      memset(other, 0, sizeof other);
      memcpy(other + 250, big + at, n);
      for (unsigned i = 0; i < n; i += 13)
        assert(other[250 + i] == big[at + i]);
      assert(other[249] == 0 && other[250 + n] == 0);
      memmove(big + at + 3, big + at, n);
      assert(memcmp(big + at + 3, other + 250, n) == 0);
      memmove(big + at, big + at + 3, n);
      assert(memcmp(big + at, other + 250, n) == 0);
    }
}

static void strings(void) {
  char text[300];
  memset(text, 'x', 250);
  for (int length = 250; length < 262; ++length) {
    text[length] = 0;
    assert(strlen(text) == (size_t)length && strchr(text, 0) == text + length);
    assert(strcmp(text, text) == 0 && memchr(text, 0, 300) == text + length);
    strcat(text, "x");
  }
  assert(memcmp("abcd", "abce", 4) < 0 && memcmp("b", "a", 1) > 0);
}

struct Pair {
  long number;
  const int *pointer;
};
static struct Pair kept;

static void keeps(void) {
  int local = 5;
  struct Pair pair = {1, &local};
  for (int i = 0; i < 100; ++i)
    kept = pair; // by memcpy
  assert(*kept.pointer == 5);
}

static _Atomic(const int *) published;

static void exchanges(void) {
  int local = 6;
  static const int none = 7;
  for (int i = 0; i < 100; ++i) {
    const int *old = atomic_exchange(&published, i % 2 ? &local : &none);
    assert(!old || *old >= 6);
    atomic_compare_exchange_strong(&published, &old, &none);
  }
  atomic_store(&published, &local);
}

static char shared[16];
static _Atomic int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writes(void *arg) {
#if ERROR != 5
  pthread_mutex_lock(&lock);
#endif
  memcpy(shared, "0123456789", 10);
  counter += 2;
#if ERROR != 5
  pthread_mutex_unlock(&lock);
#endif
  return arg;
}

int main(void) {
  ranges();
  strings();
  keeps();
  exchanges();
  char *block = malloc(64), copy[64], constant[] = "0123456789";
  for (int i = 0; i < 100; ++i) {
    memset(block, i, 64);
    memcpy(copy, block, 64);
    memcpy(shared, constant, 10);
    atomic_fetch_add(&counter, 1);
  }
  assert(copy[63] == 99 && counter == 100);
#if ERROR == 1
  memcpy(copy, block + 1, 64); // BEYOND: error: {{.*}}read of 64 bytes at offset 1 of an object of 64 bytes
#elif ERROR == 2
  free(block);
  memcpy(copy, block, 64); // FREED: error: {{.*}}freed memory
#elif ERROR == 3
  memcpy(copy, copy + 8, 16); // OVERLAP: error: {{.*}}overlapping
#elif ERROR == 4
  assert(*kept.pointer == 5); // DEAD: error: {{.*}}local variable
#elif ERROR == 6
  memcpy((char *)"constant", copy, 4); // CONSTANT: error: {{.*}}read-only
#elif ERROR == 7
  memset(block, 1, 64);
  return (int)strlen(block); // LENGTH: error: {{.*}}offset 64 of an object of 64 bytes
#elif ERROR == 8
  assert(*published == 6); // EXCHANGED: error: {{.*}}local variable
#endif
  // What one thread had for itself is seen by two.
  pthread_t thread;
  pthread_create(&thread, 0, writes, 0);
  pthread_mutex_lock(&lock);
  assert(shared[9] == '9'); // RACE: error: {{.*}}data race
  counter += 1;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  assert(counter == 103);
#if ERROR != 2
  free(block);
#endif
}
