// A counter that two threads share; BUGGY leaves the lock out.
#include "counter.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

void *counter_work(void *unused) {
#ifdef BUGGY
  count = count + 1;
#else
  pthread_mutex_lock(&lock);
  count = count + 1;
  pthread_mutex_unlock(&lock);
#endif
  return unused;
}

int counter_value(void) { return count; }
