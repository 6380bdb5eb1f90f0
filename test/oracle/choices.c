// Choices, assumptions, weak compare-exchange and C11's try-lock.
// RUN: %oracle CHOICE
// CHOICE: exit 1 | exit 2
// RUN: %oracle WEAK
// WEAK: error assertion @weak | exit 1
// RUN: %oracle WEAK_OFF --spurious=off
// WEAK_OFF: exit 1
// RUN: %oracle STRONG
// STRONG: exit 1
// RUN: %oracle TRY
// TRY: error assertion @try | exit 1
// RUN: %oracle POSIX_TRY
// POSIX_TRY: exit 1
// RUN: %oracle LOOP
// LOOP: exit 1
#include <assert.h>
#include <pthread.h>
#include <rbcheck.h>
#include <stdatomic.h>
#include <threads.h>
static atomic_int n;
static mtx_t m;
static pthread_mutex_t p = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  int old = 0;
  mtx_init(&m, mtx_plain);
#if defined CHOICE
  int k = rb_choose(3);
  rb_assume(k > 0);
  return k;
#elif defined WEAK || defined WEAK_OFF
  assert(atomic_compare_exchange_weak(&n, &old, 1)); // @weak
#elif defined STRONG
  assert(atomic_compare_exchange_strong(&n, &old, 1));
#elif defined TRY
  assert(mtx_trylock(&m) == thrd_success); // @try
#elif defined POSIX_TRY
  assert(pthread_mutex_trylock(&p) == 0);
#elif defined LOOP
  while (!atomic_compare_exchange_weak(&n, &old, 1))
    old = 0;
#endif
  return 1;
}
