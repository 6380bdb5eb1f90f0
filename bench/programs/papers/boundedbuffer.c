// BoundedBuffer(SIZE, P, C, MOD): P producers and C consumers share a buffer of
// SIZE numbers, for ever. One waiter is woken where all should be: it may be
// one of the same kind, and the wake-up is lost. The deadlock can be reached if
// and only if P + C > 2 * SIZE. Error: deadlock.
#include "papers.h"

#ifndef SIZE
#define SIZE 1
#endif
#ifndef P
#define P 2
#endif
#ifndef C
#define C 1
#endif
#ifndef MOD
#define MOD 2
#endif
enum { kMostSize = 16 };

#if BUG
#define WAKE pthread_cond_signal
#else
#define WAKE pthread_cond_broadcast
#endif

static SHARED int buffer[kMostSize], in, out, count;
static Lock b = LOCK;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void put(int x, int size) {
  enter(&b);
  while (count == size)
    pthread_cond_wait(&changed, &b); // L1, L4
  buffer[in] = x;
  count = count + 1;
  in = (in + 1) % size;
  WAKE(&changed);
  leave(&b);
}

static int get(int size) {
  enter(&b);
  while (count == 0)
    pthread_cond_wait(&changed, &b); // L2
  int x = buffer[out];
  count = count - 1;
  out = (out + 1) % size;
  WAKE(&changed); // L3
  leave(&b);
  return x;
}

/// The argument is the modulus, shifted left by 16, and the size.
static void *produce(void *arg) {
  int size = (int)((long)arg & 0xffff), modulus = (int)((long)arg >> 16);
  for (int x = 0;; x = (x + 1) % modulus)
    put(x, size);
  return 0;
}

static void *consume(void *size) {
  for (;;)
    get((int)(long)size);
  return 0;
}

int main(int argc, char **argv) {
  Threads threads = {0};
  long size = parameter(argc, argv, 1, SIZE);
  int producers = parameter(argc, argv, 2, P);
  int consumers = parameter(argc, argv, 3, C);
  long modulus = parameter(argc, argv, 4, MOD);
  assert(size <= kMostSize);
  for (int i = 0; i < producers; i++)
    spawn(&threads, produce, (void *)(modulus << 16 | size));
  for (int i = 0; i < consumers; i++)
    spawn(&threads, consume, (void *)size);
  joinAll(&threads);
  return 0;
}
