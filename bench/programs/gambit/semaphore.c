// Semaphore(RELEASES, USES): one thread takes a permit and gives it back, USES
// times; another gives RELEASES more. There is always one to take.
// ERROR 1: who has lost the race for the counter twice gives up, as if there
// were none. The other thread has to come twice and to be interrupted in
// between: three preemptions.
#ifndef REPORTS
#define REPORTS 8
#endif
#include "gambit.h"

#ifndef RELEASES
#define RELEASES 4
#endif
#ifndef USES
#define USES 3
#endif
enum { kTries = 2 };

static Word permits = 1;
static Lock lock = LOCK;
static Condition released = CONDITION;
static Word waiting;

static void release(void) {
  permits++;
  if (waiting) {
    enter(&lock);
    pthread_cond_signal(&released);
    leave(&lock);
  }
}

/// One attempt: whether nobody else changed the counter meanwhile.
static int takeOne(void) {
  int before = permits;
  return before &&
         atomic_compare_exchange_strong(&permits, &before, before - 1);
}

static int acquire(void) {
  for (int i = 0; i < kTries; i++)
    if (takeOne())
      return 1;
#if ERROR == 1
  return 0;
#else
  waiting++;
  enter(&lock);
  while (!takeOne())
    if (!permits)
      pthread_cond_wait(&released, &lock);
  leave(&lock);
  waiting--;
  return 1;
#endif
}

static void *use(void *arg) {
  for (int i = 0; i < USES; i++) {
    int isMine = acquire();
    assert(isMine && "there is a permit");
    release();
  }
  return report(arg);
}

static void *give(void *arg) {
  for (int i = 0; i < RELEASES; i++)
    release();
  return report(arg);
}

int main(void) {
  Threads threads = {0};
  start(&threads, use);
  start(&threads, give);
  joinAll(&threads);
  assert(permits == 1 + RELEASES && "no permit is lost");
  return 0;
}
