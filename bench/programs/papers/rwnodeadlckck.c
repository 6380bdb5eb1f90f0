// RWNoDeadLckCk(R, W, BOUND): readers and writers, writers preferred. A reader
// counts itself as active outside the monitor: a writer may be let in between.
// Error: the assertion in the writer, with deadlocks not checked (the error
// makes threads wait for ever, too) and SHARED=_Atomic or without data races.
#include "papers.h"

#ifndef R
#define R 1
#endif
#ifndef W
#define W 1
#endif
#ifndef BOUND
#define BOUND 1
#endif

static SHARED int actR, reading, x;
static GUARDED int waitR, waitW, actW;
static Lock t = LOCK;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *reader(void *arg) {
  int bound = (int)(long)arg;
  for (int i = 0; i < bound; i++) {
    enter(&t);
    waitR++;
    while (!(waitW == 0 && actW == 0))
      pthread_cond_wait(&changed, &t);
    waitR--;
#if !BUG
    actR++;
#endif
    leave(&t); // L1
#if BUG
    int active = actR;
    actR = active + 1;
#endif
    enter(&t);
    reading++; // L3
    leave(&t);
    if (x < 10)
      x = x + 1;
    enter(&t);
    reading--;
    leave(&t);
    enter(&t);
    actR--;
    pthread_cond_broadcast(&changed);
    leave(&t);
  }
  return 0;
}

static void *writer(void *arg) {
  int bound = (int)(long)arg;
  for (int i = 0; i < bound; i++) {
    enter(&t);
    waitW++;
    while (!(actR == 0 && actW == 0))
      pthread_cond_wait(&changed, &t);
    waitW--;
    actW++; // L2
    leave(&t);
    assert(reading == 0);
    if (x > 0)
      x = x - 1;
    enter(&t);
    actW--;
    pthread_cond_broadcast(&changed);
    leave(&t);
  }
  return 0;
}

int main(int argc, char **argv) {
  Threads threads = {0};
  int readers = parameter(argc, argv, 1, R);
  int writers = parameter(argc, argv, 2, W);
  long bound = parameter(argc, argv, 3, BOUND);
  for (int i = 0; i < readers; i++)
    spawn(&threads, reader, (void *)bound);
  for (int i = 0; i < writers; i++)
    spawn(&threads, writer, (void *)bound);
  joinAll(&threads);
  return 0;
}
