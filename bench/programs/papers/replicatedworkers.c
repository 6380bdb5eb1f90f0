// ReplicatedWorkers(W, ITEMS, MIN, MAX, EPS): W workers integrate x*x - x over
// [MIN, MAX] by adaptive quadrature. They take up to ITEMS intervals at a time
// from a pool; main waits until all of them are blocked, which means that there
// is no work left. VARIANT 1: a worker counts itself as blocked before it
// enters the monitor; an update is lost, and main waits for ever. VARIANT 2:
// the first look at the pool, and telling main, are outside, too. Error:
// deadlock (SHARED=_Atomic or without data races), or a data race on `blocked`.
#include "papers.h"

#ifndef W
#define W 2
#endif
#ifndef ITEMS
#define ITEMS 2
#endif
#ifndef MIN
#define MIN 0.0
#endif
#ifndef MAX
#define MAX 10.7
#endif
#ifndef EPS
#define EPS 0.05
#endif
#ifndef VARIANT
#define VARIANT 1
#endif
enum { kMostWork = 64, kMostItems = 8 };

struct interval {
  float from, to;
};

//===--- A barrier in two phases ------------------------------------------===//

static struct {
  Lock lock;
  pthread_cond_t changed;
  int arrived[2], isOpen[2];
} bar = {LOCK, PTHREAD_COND_INITIALIZER, {0, 0}, {0, 0}};

static void await(int parties) {
  enter(&bar.lock);
  for (int phase = 0; phase < 2; phase++) {
    bar.arrived[phase]++;
    bar.isOpen[phase] = 0;
    while (bar.arrived[phase] < parties && !bar.isOpen[phase])
      pthread_cond_wait(&bar.changed, &bar.lock);
    bar.isOpen[phase] = 1;
    bar.arrived[phase] = 0;
    pthread_cond_broadcast(&bar.changed);
  }
  leave(&bar.lock);
}

//===--- A semaphore with one permit --------------------------------------===//

static struct {
  Lock lock;
  pthread_cond_t freed;
  int permits;
} sem = {LOCK, PTHREAD_COND_INITIALIZER, 1};

static void acquire(void) {
  enter(&sem.lock);
  sem.permits--;
  if (sem.permits < 0)
    pthread_cond_wait(&sem.freed, &sem.lock);
  leave(&sem.lock);
}
static void release(void) {
  enter(&sem.lock);
  int before = sem.permits++;
  if (before < 0)
    pthread_cond_signal(&sem.freed);
  leave(&sem.lock);
}

//===--- The coordinator --------------------------------------------------===//

static Lock co = LOCK;
static pthread_cond_t coChanged = PTHREAD_COND_INITIALIZER;
static SHARED int blocked, done = 1, stop;
static GUARDED int poolFirst, poolEnd;
static struct interval pool[kMostWork]; // used once each: never wraps
static float sum;

static void addWork(const struct interval *work, int count) {
  enter(&co);
  for (int i = 0; i < count; i++) {
    assert(poolEnd < kMostWork);
    pool[poolEnd] = work[i];
    poolEnd = poolEnd + 1;
  }
  pthread_cond_broadcast(&coChanged);
  leave(&co);
}

static void countBlocked(void) {
  int before = blocked; // L1
  blocked = before + 1; // L2, L3
}
static void tellMain(int workers) {
  if (poolFirst == poolEnd && !done && blocked == workers)
    pthread_cond_broadcast(&coChanged);
}

/// Up to `most` intervals; 0 when everything is done.
static int take(struct interval *work, int most, int workers) {
#if BUG
  countBlocked();
#if VARIANT == 2
  tellMain(workers);
#endif
  enter(&co);
#if VARIANT == 1
  tellMain(workers);
#endif
#else
  enter(&co);
  countBlocked();
  tellMain(workers);
#endif
  while (poolFirst == poolEnd && !done)
    pthread_cond_wait(&coChanged, &co);
  int count = 0;
  if (done) {
    blocked = blocked - 1;
    if (blocked == workers)
      pthread_cond_broadcast(&coChanged);
  } else {
    for (; count < most && poolFirst != poolEnd; count++) {
      work[count] = pool[poolFirst];
      poolFirst = poolFirst + 1;
    }
    blocked = blocked - 1;
  }
  leave(&co);
  return count;
}

//===--- The threads ------------------------------------------------------===//

static float f(float x) { return x * x - x; }

/// Either two new intervals, or a result: returns the number of intervals.
static int process(struct interval work, float eps, struct interval *made,
                   float *result) {
  float x1 = (work.from + work.to) / 2;
  float x2 = (work.from + x1) / 2, x3 = (work.to + x1) / 2;
  float difference = f(x2) / 2 + f(x3) / 2 - f(x1);
  if ((difference < 0 ? -difference : difference) / 10 >= eps) {
    made[0] = (struct interval){work.from, x1};
    made[1] = (struct interval){x1, work.to};
    return 2;
  }
  *result += (x1 - work.from) * (f(x2) + f(x3));
  return 0;
}

struct parameters {
  int workers, items;
  float eps;
};

static void *worker(void *arg) {
  const struct parameters all = *(const struct parameters *)arg;
  for (;;) {
    await(all.workers + 1);
    if (stop)
      return 0;
    for (;;) {
      struct interval work[kMostItems], made[2 * kMostItems];
      int count = take(work, all.items, all.workers);
      if (count == 0)
        break;
      float result = 0;
      int makes = 0;
      for (int i = 0; i < count; i++)
        makes += process(work[i], all.eps, made + makes, &result);
      if (result != 0) {
        acquire();
        sum += result;
        release();
      }
      addWork(made, makes);
    }
    await(all.workers + 1);
  }
}

int main(int argc, char **argv) {
  Threads threads = {0};
  struct parameters all = {parameter(argc, argv, 1, W),
                           parameter(argc, argv, 2, ITEMS),
                           argc > 5 ? (float)atof(argv[5]) : (float)EPS};
  struct interval whole = {argc > 3 ? (float)atof(argv[3]) : (float)MIN,
                           argc > 4 ? (float)atof(argv[4]) : (float)MAX};
  assert(all.items <= kMostItems);
  for (int i = 0; i < all.workers; i++)
    spawn(&threads, worker, &all);
  addWork(&whole, 1);
  done = 0;
  await(all.workers + 1);
  enter(&co);
  while (blocked != all.workers && !done)
    pthread_cond_wait(&coChanged, &co);
  leave(&co);
  done = 1;
  enter(&co);
  pthread_cond_broadcast(&coChanged);
  leave(&co);
  await(all.workers + 1);
  stop = 1;
  await(all.workers + 1);
  joinAll(&threads);
  return 0;
}
