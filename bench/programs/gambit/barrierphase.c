// BarrierPhase(PHASES): three parties meet in the first phase; then one of them
// leaves for good, and the others go on to PHASES. A phase ends when as many
// have arrived as there are parties.
// ERROR 1: whoever leaves asks without the lock whether the others were waiting
// for it only. If the last of these is just arriving, both end a phase.
#ifndef REPORTS
#define REPORTS 4
#endif
#include "gambit.h"

#ifndef PHASES
#define PHASES 2
#endif
enum { kParties = 3 };

static Lock lock = LOCK;
static Condition ended = CONDITION;
static Word arrived, parties = kParties;
static int phases;

/// The lock is held.
static void endPhase(void) {
  arrived = 0;
  phases++;
  pthread_cond_broadcast(&ended);
}

/// How many phases have ended.
static int arrive(void) {
  enter(&lock);
  int before = phases;
  arrived++;
  if (arrived == parties)
    endPhase();
  else
    while (phases == before)
      pthread_cond_wait(&ended, &lock);
  int now = phases;
  leave(&lock);
  return now;
}

static void leaveBarrier(void) {
  enter(&lock);
  parties--;
#if ERROR == 1
  leave(&lock);
  if (arrived == parties) {
    enter(&lock);
    endPhase();
    leave(&lock);
  }
#else
  if (arrived == parties)
    endPhase();
  leave(&lock);
#endif
}

static void *stay(void *arg) {
  for (int phase = 1; phase <= PHASES; phase++) {
    int now = arrive();
    assert(now == phase && "no phase ends without this party");
  }
  return report(arg);
}

static void *meetOnce(void *arg) {
  arrive();
  leaveBarrier();
  return report(arg);
}

int main(void) {
  Threads threads = {0};
  for (int i = 1; i < kParties; i++)
    start(&threads, stay);
  start(&threads, meetOnce);
  joinAll(&threads);
  assert(phases == PHASES && "as many phases as were asked for");
  return 0;
}
