//===- examples/inputs/cache.c - A cache with any keys --------------------===//
//
// Two threads ask a cache of four slots for the square of any key. Whatever the
// keys are, each gets the square of its own. In cache-broken.c a slot is taken
// for the key's without a look at the key.
//
//===----------------------------------------------------------------------===//
#include <pthread.h>
#include <rbcheck.h>

#ifndef IS_HIT
#define IS_HIT(slot, wanted) ((slot)->isUsed && (slot)->key == (wanted))
#endif

struct Slot {
  int isUsed;
  unsigned char key;
  unsigned square;
};

static struct Slot slots[4];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static unsigned squareOf(unsigned char key) {
  struct Slot *slot = &slots[key % 4];
  pthread_mutex_lock(&lock);
  if (!IS_HIT(slot, key))
    *slot = (struct Slot){1, key, (unsigned)key * key};
  unsigned square = slot->square;
  pthread_mutex_unlock(&lock);
  return square;
}

static void *ask(void *unused) {
  unsigned char key = rb_nondet_uchar();
  rb_assert(squareOf(key) == (unsigned)key * key, "the square of the key");
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, ask, 0);
  pthread_create(&b, 0, ask, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
