// What library calls touch besides their own objects.
// RUN: %oracle THIRD
// THIRD: error data-race @print @write | exit 0
// RUN: %oracle PRINTED
// PRINTED: error data-race @put @write | exit 0
// RUN: %oracle JOIN_RESULT
// JOIN_RESULT: error data-race @result @join | exit 0
// RUN: %oracle VALUE
// VALUE: error data-race @value @get | exit 0
// RUN: %oracle HANDLE
// HANDLE: error data-race @handle @make | exit 0
// RUN: %oracle COPY
// COPY: error data-race @copy @lock | exit 0 | cut
// RUN: %oracle SECTION
// SECTION: error data-race @inside @outside | exit 0
// RUN: %oracle SECTIONS
// SECTIONS: exit 0
#include <pthread.h>
#include <rbcheck.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
static char a[4] = "a", b[4] = "b", out[16];
static void *result;
static int value, n;
static pthread_t handle;
static sem_t s;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, twin;
static void *nothing(void *arg) { return arg; }
static void *first(void *arg) {
#if defined THIRD
  sprintf(out, "%s %s", a, b); // @print
#elif defined PRINTED
  printf("%s %s %d\n", a, b, 1); // @put
#elif defined JOIN_RESULT
  if (result) // @result
    return 0;
#elif defined VALUE
  value = 0; // @value
#elif defined HANDLE
  if (handle) // @handle
    return 0;
#elif defined COPY
  memcpy(&twin, &m, sizeof m); // @copy
#elif defined SECTION || defined SECTIONS
  rb_atomic_begin();
  n++; // @inside
  rb_atomic_end();
#endif
  return arg;
}
int main(void) {
  pthread_t t, u;
  sem_init(&s, 0, 1);
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, nothing, 0);
#if defined THIRD || defined PRINTED
  b[0] = 'c'; // @write
#elif defined JOIN_RESULT
  pthread_join(u, &result); // @join
#elif defined VALUE
  sem_getvalue(&s, &value); // @get
#elif defined HANDLE
  pthread_create(&handle, 0, nothing, 0); // @make
#elif defined COPY
  pthread_mutex_lock(&m); // @lock
#elif defined SECTION
  n++; // @outside
#elif defined SECTIONS
  rb_atomic_begin();
  n++;
  rb_atomic_end();
#endif
  pthread_join(t, 0);
  return 0;
}
