// NQueens(N): two workers count the ways to put N queens on a board. A task is
// a first row with its queen; each worker has a deque of its own and steals
// from the other when it is empty. The pool is done when no task is pending;
// workers without work sleep until then, or until there is work again.
// ERROR 1: a worker adds what its task found to the sum in two steps.
#include "deque.h"

#ifndef N
#define N 4
#endif
enum { kWorkers = 2 };

static Deque deques[kWorkers] = {DEQUE, DEQUE};
static Lock pool = LOCK;
static Condition changed = CONDITION;
static int pending = 1;
static Word solutions;

static int solve(int row, int columns, int left, int right) {
  if (row == N)
    return 1;
  int found = 0;
  for (int column = 0; column < N; column++) {
    int queen = 1 << column;
    if (!((columns | left | right) & queen))
      found += solve(row + 1, columns | queen, (left | queen) << 1,
                     (right | queen) >> 1);
  }
  return found;
}

static void add(int found) {
#if ERROR == 1
  int before = solutions;
  solutions = before + found;
#else
  solutions += found;
#endif
}

/// `made` further tasks are in the deques, and one is done.
static void finish(int made) {
  enter(&pool);
  pending += made - 1;
  pthread_cond_broadcast(&changed);
  leave(&pool);
}

/// Task 0 makes the others: one for each column of the first row.
static void run(int self, int task) {
  if (task == 0) {
    for (int column = 0; column < N; column++)
      push(&deques[self], column + 1);
    finish(N);
    return;
  }
  int queen = 1 << (task - 1);
  int found = solve(1, queen, queen << 1, queen >> 1);
  if (found)
    add(found);
  finish(0);
}

static int find(int self) {
  int task = pop(&deques[self]);
  return task != kNothing ? task : steal(&deques[1 - self]);
}

static void *worker(void *arg) {
  int self = NUMBER(arg);
  for (;;) {
    int task = find(self);
    if (task == kNothing) {
      // Only a task that is running can make others: look again under the lock,
      // and sleep only as long as one may be.
      enter(&pool);
      while (pending && (task = find(self)) == kNothing)
        pthread_cond_wait(&changed, &pool);
      leave(&pool);
      if (task == kNothing)
        return report(arg);
    }
    run(self, task);
  }
}

int main(void) {
  Threads threads = {0};
  push(&deques[0], 0);
  for (int i = 0; i < kWorkers; i++)
    start(&threads, worker);
  joinAll(&threads);
  assert(solutions == solve(0, 0, 0, 0) && "every solution is counted");
  return 0;
}
