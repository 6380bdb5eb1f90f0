// A loop that sleeps comes back to a state that is known: there is an end to
// what has to be looked at, also if the time was asked for before.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --accept=time --max-states=1000 %t.bc
// RUN: %rbcc -DASKS %s -o %t-asks.bc
// RUN: %exits 0 rbcheck --accept=time --max-states=1000 %t-asks.bc
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static atomic_int done;

static void *work(void *arg) {
  sleep(1);
  done = 1;
  return arg;
}

int main(void) {
#ifdef ASKS
  srand(time(0));
#endif
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  while (!done)
    usleep(100);
  pthread_join(t, 0);
}
