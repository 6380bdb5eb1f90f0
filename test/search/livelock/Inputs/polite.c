// Each thread gives its lock back when it cannot get the other one, and tries again.
#include <pthread.h>
#include <rbcheck.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void takeBoth(pthread_mutex_t *first, pthread_mutex_t *second) {
#ifdef ORDERED
  first = &a, second = &b;
#endif
  pthread_mutex_lock(first);
#ifdef POLL
  for (;;) { // nobody has it: but the loop does not look
#else
  while (pthread_mutex_trylock(second) != 0) {
#endif
    pthread_mutex_unlock(first);
#ifdef PROGRESS
    rb_progress();
#endif
    pthread_mutex_lock(first);
  }
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void *other(void *arg) {
  takeBoth(&b, &a);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  takeBoth(&a, &b);
  pthread_join(t, 0);
  return 0;
}
