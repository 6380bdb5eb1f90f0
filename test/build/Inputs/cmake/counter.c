// Counts with the help of the static library; BUGGY leaves the lock out.
#include "counter.h"

#include <pthread.h>

int base_get(void);
void base_set(int value);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *counter_work(void *unused) {
#ifndef BUGGY
  pthread_mutex_lock(&lock);
#endif
  base_set(base_get() + 1);
#ifndef BUGGY
  pthread_mutex_unlock(&lock);
#endif
  return unused;
}

int counter_value(void) { return base_get() + helper(); }
int who(void) { return 1; }
