// ScatterGather(WORKERS): main sends a request to each worker and waits for all
// replies. They are delivered in the order of the requests: one that comes too
// early is kept, sorted, until those before it have come.
// ERROR 1: a reply is put where the next one is due, whosever it is. Enough is
// that another worker than the first goes on where main blocks.
// ERROR 2: to put a reply before those that are kept, they are moved without
// the lock. Within two preemptions it needs the last worker before the second
// before the first, which are choices where main and the last worker stop: if
// each had to be preempted, that would be three.
#ifndef REPORTS
#define REPORTS 4
#endif
#include "gambit.h"

#ifndef WORKERS
#define WORKERS 3
#endif

static struct {
  Lock lock;
  Condition sent;
  int isSent, number;
} requests[WORKERS];

static Lock gather = LOCK;
static Condition gathered = CONDITION;
static int due, results[WORKERS];
static Word kept, early[WORKERS];

static int answer(int number) { return number * number + 1; }

static void deliver(int number) {
  results[due] = answer(number);
  due++;
}

static inline void keep(int number) {
  int count = kept, at = count;
  for (; at && early[at - 1] > number; at--)
    early[at] = early[at - 1];
  early[at] = number;
  kept = count + 1;
}

static void reply(int number) {
  enter(&gather);
#if ERROR == 1
  deliver(number);
#else
  if (number == due) {
    deliver(number);
    int ready = 0, count = kept;
    for (; ready < count && early[ready] == due; ready++)
      deliver(due);
    for (int i = ready; i < count; i++)
      early[i - ready] = early[i];
    kept = count - ready;
  } else {
#if ERROR == 2
    int isLast = kept == 0 || early[kept - 1] < number;
    if (!isLast)
      leave(&gather);
    keep(number);
    if (!isLast)
      enter(&gather);
#else
    keep(number);
#endif
  }
#endif
  if (due == WORKERS)
    pthread_cond_signal(&gathered);
  leave(&gather);
}

static void *worker(void *arg) {
  int self = NUMBER(arg);
  enter(&requests[self].lock);
  while (!requests[self].isSent)
    pthread_cond_wait(&requests[self].sent, &requests[self].lock);
  int number = requests[self].number;
  leave(&requests[self].lock);
  reply(number);
  return report(arg);
}

static void scatter(int number) {
  enter(&requests[number].lock);
  requests[number].number = number;
  requests[number].isSent = 1;
  pthread_cond_signal(&requests[number].sent);
  leave(&requests[number].lock);
}

int main(void) {
  Threads threads = {0};
  for (int i = 0; i < WORKERS; i++)
    start(&threads, worker);
  for (int i = 0; i < WORKERS; i++)
    scatter(i);
  enter(&gather);
  while (due < WORKERS)
    pthread_cond_wait(&gathered, &gather);
  leave(&gather);
  for (int i = 0; i < WORKERS; i++)
    assert(results[i] == answer(i) && "each reply in its place");
  joinAll(&threads);
  return 0;
}
