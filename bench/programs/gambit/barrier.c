// Barrier(PARTIES, PHASES): in every phase each party works on its own cell;
// after the barrier the cells of all have come to that phase.
// ERROR 1: the last to arrive lets the others go before it counts from the
// beginning again. One that is quick arrives at the old count, and is
// forgotten.
#ifndef REPORTS
#define REPORTS 2
#endif
#include "gambit.h"

#ifndef PARTIES
#define PARTIES 3
#endif
#ifndef PHASES
#define PHASES 2
#endif

static Word missing = PARTIES;
static Lock lock = LOCK;
static Condition opened = CONDITION;
static int sense;
static Word cells[PARTIES];

static void restart(void) { missing = PARTIES; }

static void arrive(int mySense) {
  if (atomic_fetch_sub(&missing, 1) == 1) {
#if ERROR != 1
    restart();
#endif
    enter(&lock);
    sense = mySense;
    pthread_cond_broadcast(&opened);
    leave(&lock);
#if ERROR == 1
    restart();
#endif
  } else {
    enter(&lock);
    while (sense != mySense)
      pthread_cond_wait(&opened, &lock);
    leave(&lock);
  }
}

static void *party(void *arg) {
  int self = NUMBER(arg);
  for (int phase = 1; phase <= PHASES; phase++) {
    cells[self] = phase;
    arrive(phase % 2);
    for (int i = 0; i < PARTIES; i++)
      assert(cells[i] >= phase && "all have come to this phase");
  }
  return report(arg);
}

int main(void) {
  Threads threads = {0};
  for (int i = 0; i < PARTIES; i++)
    start(&threads, party);
  joinAll(&threads);
  return 0;
}
