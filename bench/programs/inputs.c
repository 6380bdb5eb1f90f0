// Two threads, three open inputs of 32 bits, ten branches on them in each thread:
// most compare an input with a number, with -DDENSE also sums, masks and multiples.
#include <assert.h>
#include <pthread.h>
#include <rbcheck.h>

static int a, b, c, sum;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void add(int n) {
  pthread_mutex_lock(&mutex);
  sum += n;
  pthread_mutex_unlock(&mutex);
}

static void *one(void *arg) {
  int n = 0;
  if (a > 10) n++;
  if (a > 100) n++;
  if (b < a) n++;
  if (b < 0) n++;
  if (c > b) n++;
#ifdef DENSE
  if (a + b > 50) n++;
  if (c == a) n++;
  if ((a & 7) == 3) n++;
  if (b - c < 9) n++;
  if (a * 3 == c) n++;
#else
  if (a > 500) n++;
  if (c == 3) n++;
  if (a == 99) n++;
  if (b < 9) n++;
  if (b == 5) n++;
#endif
  add(n);
  return arg;
}

static void *two(void *arg) {
  int n = 0;
  if (c > 10) n++;
  if (c > 1000) n++;
  if (a < c) n++;
  if (b == 77) n++;
#ifdef DENSE
  if (a + c > 50) n++;
  if (c == b + 1) n++;
  if (c > 2 * b) n++;
  if ((c ^ a) == 5) n++;
  if (b + c < 9) n++;
  if ((b >> 2) == 1) n++;
#else
  if (c > 50) n++;
  if (b == 1) n++;
  if (b > 200) n++;
  if (c == 500) n++;
  if (b < 3) n++;
  if (a < 5) n++;
#endif
  add(n);
  return arg;
}

int main(void) {
  pthread_t first, second;
  a = rb_nondet_int(), b = rb_nondet_int(), c = rb_nondet_int();
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, two, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(sum <= 20);
}
