// RaxExtended(GC, WC, ENVFIRST): the missed signal between planner and executive
// of a space craft's software, with GC pairs of noise threads. The test of an
// event's counter and the wait for it are not atomic. Threads never end; the
// noise threads never block, so that no global deadlock shows the error: the
// planner checks its counter again instead.
// Error: the assertion in the planner (SHARED=_Atomic, or without data races),
// or a data race on `count`.
#include "papers.h"

#ifndef GC
#define GC 1
#endif
#ifndef WC
#define WC 2
#endif
#ifndef ENVFIRST
#define ENVFIRST 0
#endif

struct event {
  pthread_mutex_t lock;
  pthread_cond_t happened;
  SHARED int count;
};
static struct event plan = {LOCK, PTHREAD_COND_INITIALIZER, 0};
static struct event exec = {LOCK, PTHREAD_COND_INITIALIZER, 0};
static struct {
  pthread_mutex_t lock;
  int token;
  int slots[5];
} thePlan = {LOCK, 0, {0}};
static struct {
  pthread_mutex_t lock;
  int value;
} noise[kMostThreads / 2];

static void waitFor(struct event *event) {
  enter(&event->lock);
  pthread_cond_wait(&event->happened, &event->lock);
  leave(&event->lock);
}
static void signalEvent(struct event *event, int wrap) {
  enter(&event->lock);
  event->count = (event->count + 1) % wrap; // L2
  pthread_cond_broadcast(&event->happened);
  leave(&event->lock);
}

static void *planner(void *arg) {
  int wrap = (int)(long)arg;
  int count = plan.count;
  for (;;) {
#if BUG
    if (count == plan.count) { // L1
      assert(count == plan.count); // L3
      waitFor(&plan);
    }
#else
    enter(&plan.lock);
    if (count == plan.count) {
      assert(count == plan.count);
      pthread_cond_wait(&plan.happened, &plan.lock);
    }
    leave(&plan.lock);
#endif
    count = plan.count;
    enter(&thePlan.lock);
    for (int i = 0; i < 5; i++)
      thePlan.slots[i] = 1;
    thePlan.token = 0;
    leave(&thePlan.lock);
    signalEvent(&exec, wrap);
  }
  return arg;
}

static int isPlanDone(void) {
  enter(&thePlan.lock);
  int isDone = thePlan.token == 5;
  leave(&thePlan.lock);
  return isDone;
}

static void *executive(void *arg) {
  int wrap = (int)(long)arg;
  int count = exec.count;
  for (;;) {
    signalEvent(&plan, wrap);
    if (count == exec.count)
      waitFor(&exec);
    count = exec.count;
    while (!isPlanDone()) {
      enter(&thePlan.lock);
      thePlan.token = thePlan.token + 1;
      leave(&thePlan.lock);
    }
  }
  return arg;
}

static void *diagnosis(void *arg) {
  for (;;) {
    waitFor(&exec);
    enter(&thePlan.lock);
    thePlan.token = 0;
    leave(&thePlan.lock);
  }
  return arg;
}

static void *task(void *number) {
  int i = (int)(long)number;
  for (;;) {
    enter(&noise[i].lock);
    noise[i].value = 0;
    leave(&noise[i].lock);
  }
  return 0;
}

static void spawnNoise(Threads *threads, int groups) {
  for (long i = 0; i < groups; i++) {
    pthread_mutex_init(&noise[i].lock, 0);
    spawn(threads, task, (void *)i);
    spawn(threads, task, (void *)i);
  }
}

int main(int argc, char **argv) {
  Threads threads = {0};
  int groups = parameter(argc, argv, 1, GC);
  long wrap = parameter(argc, argv, 2, WC);
  int isNoiseFirst = parameter(argc, argv, 3, ENVFIRST);
  if (isNoiseFirst)
    spawnNoise(&threads, groups);
  spawn(&threads, planner, (void *)wrap);
  spawn(&threads, executive, (void *)wrap);
  spawn(&threads, diagnosis, 0);
  if (!isNoiseFirst)
    spawnNoise(&threads, groups);
  joinAll(&threads);
  return 0;
}
