// Atomics that are calls: odd sizes and 16 bytes.
// RUN: rbcheck --run %s
// RUN: %exits 0 rbcheck %s

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct odd {
  char text[6];
};
struct pair {
  long low, high;
};

static _Atomic(struct odd) odd;
static _Atomic(struct pair) pair;

static void *add(void *arg) {
  struct pair old = atomic_load(&pair), new;
  do {
    new.low = old.low + 1;
    new.high = old.high + 2;
  } while (!atomic_compare_exchange_strong(&pair, &old, new));
  return arg;
}

int main(void) {
  pthread_t a, b;
  struct odd value = {"abcde"};
  atomic_store(&odd, value);
  struct odd loaded = atomic_load(&odd), old;
  assert(loaded.text[4] == 'e');
  value.text[0] = 'x';
  old = atomic_exchange(&odd, value);
  assert(old.text[0] == 'a');
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  struct pair sum = atomic_load(&pair);
  assert(sum.low == 2 && sum.high == 4);
}
