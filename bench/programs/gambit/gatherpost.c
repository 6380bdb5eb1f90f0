// GatherPost(POSTS): two threads post POSTS items each to a port; a third
// gathers half of them, then all. Posting takes no lock unless somebody waits
// for so many.
// ERROR 1: the one who gathers looks at the number of items before it says how
// many it waits for; the last post comes in between and wakes nobody: deadlock.
#ifndef REPORTS
#define REPORTS 2
#endif
#include "gambit.h"

#ifndef POSTS
#define POSTS 2
#endif
enum { kPosters = 2, kAll = kPosters * POSTS };

static Lock lock = LOCK;
static Condition enough = CONDITION;
static Word posted, wanted;
static Word items[kAll];

static void post(int item) {
  int at = atomic_fetch_add(&posted, 1);
  items[at] = item;
  int least = wanted;
  if (least && at + 1 >= least) {
    enter(&lock);
    pthread_cond_signal(&enough);
    leave(&lock);
  }
}

static void await(int count) {
#if ERROR == 1
  enter(&lock);
  while (posted < count) {
    wanted = count;
    pthread_cond_wait(&enough, &lock);
  }
  leave(&lock);
#else
  wanted = count;
  enter(&lock);
  while (posted < count)
    pthread_cond_wait(&enough, &lock);
  leave(&lock);
#endif
  wanted = 0;
}

static void *poster(void *arg) {
  for (int i = 0; i < POSTS; i++)
    post(NUMBER(arg) * POSTS + i + 1);
  return report(arg);
}

static void *gather(void *arg) {
  await(kAll / 2);
  await(kAll);
  return report(arg);
}

int main(void) {
  Threads threads = {0};
  for (int i = 0; i < kPosters; i++)
    start(&threads, poster);
  start(&threads, gather);
  joinAll(&threads);
  int sum = 0;
  for (int i = 0; i < kAll; i++)
    sum += items[i];
  assert(sum == kAll * (kAll + 1) / 2 && "every item is in the port");
  return 0;
}
