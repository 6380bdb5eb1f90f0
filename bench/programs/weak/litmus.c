// The four best known litmus tests, all accesses relaxed: what each thread read is
// kept, every outcome is allowed but for the one asserted, if any. TEST: MP (a message
// and a flag), SB (store buffering), IRIW (two writers, two readers), W22 (2+2W).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define MP 1
#define SB 2
#define IRIW 3
#define W22 4
#ifndef TEST
#define TEST MP
#endif
static atomic_int x, y;
static int seen[4];
static void put(atomic_int *to, int value) {
  atomic_store_explicit(to, value, memory_order_relaxed);
}
static int get(atomic_int *from) {
  return atomic_load_explicit(from, memory_order_relaxed);
}
static void *a(void *arg) {
  put(&x, 1);
  if (TEST == MP)
    put(&y, 1);
  if (TEST == SB)
    seen[0] = get(&y);
  if (TEST == W22)
    put(&y, 2);
  return arg;
}
static void *b(void *arg) {
  if (TEST == MP)
    seen[0] = get(&y), seen[1] = get(&x);
  else
    put(&y, 1);
  if (TEST == SB)
    seen[1] = get(&x);
  if (TEST == W22)
    put(&x, 2);
  return arg;
}
static void *c(void *arg) {
  seen[0] = get(&x), seen[1] = get(&y);
  return arg;
}
static void *d(void *arg) {
  seen[2] = get(&y), seen[3] = get(&x);
  return arg;
}
int main(void) {
  void *(*const body[])(void *) = {a, b, c, d};
  const int threads = TEST == IRIW ? 4 : 2;
  pthread_t ids[4];
  for (int i = 0; i < threads; i++)
    pthread_create(&ids[i], 0, body[i], 0);
  for (int i = 0; i < threads; i++)
    pthread_join(ids[i], 0);
  for (int i = 0; i < 4; i++)
    assert(seen[i] <= 1);
  assert(get(&x) >= 1 && get(&y) >= 1);
  return 0;
}
