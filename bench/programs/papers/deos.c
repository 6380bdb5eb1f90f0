// DEOS(ABSTRACTED): a slice of a scheduler of a real-time operating system. One
// real thread simulates four (idle, main, two users); all that is not
// determined is a choice of data. The budget of a thread that is deleted goes
// back to main at once, although a part of it was used up in this period: then
// more time is promised than there is. ABSTRACTED=1 lets the clock jump to the
// next event or stand still. Error: the assertion.
#include "papers.h"
#include <rbcheck.h>

#ifndef ABSTRACTED
#define ABSTRACTED 0
#endif
enum { kFast = 20, kPeriods = 3, kPriorities = 4, kLimit = 120, kMost = 4 };

struct thread {
  int isIdle, period, priority, total, remaining, lastExec, lastCompl;
};
struct list {
  int count;
  struct thread *at[kMost];
};
struct periodicEvent {
  int periodId, countDown, pass;
  struct list waiters;
};
enum change { kNoChange, kSysTick, kTimeout, kNone };

static int isAbstracted;
static int now, used, isTick, isTimeout, special, stopAt, unused = kFast;
static int returned; // budget that goes back to main with the next slow period
static struct periodicEvent events[kPeriods];
static struct list runQueue[kPriorities], all;
static struct thread idleThread, mainThread, users[2], *current;

static void append(struct list *list, struct thread *thread) {
  assert(list->count < kMost);
  list->at[list->count++] = thread;
}
static void takeOut(struct list *list, int i) {
  for (list->count--; i < list->count; i++)
    list->at[i] = list->at[i + 1];
}
static int ticksOf(int period) { return period == 0 ? 1 : 3 * period; }
static int periodIdOf(const struct thread *t) {
  return events[t->period].periodId;
}
/// What a budget of the slow period costs in each fast one.
static int utilisation(int budget) { return budget / (3 * kFast / kFast); }

static void checkPromises(void) {
  if (current->isIdle)
    return;
  int fastLeft = events[1].countDown - 1;
  int wanted = 0;
  for (int i = 0; i < all.count; i++) {
    const struct thread *t = all.at[i];
    if (t->isIdle)
      continue;
    int id = periodIdOf(t);
    if (t->lastExec != id)
      wanted += t->total;
    else if (t->lastCompl != id)
      wanted += t->remaining;
    if (t->period == 0)
      wanted += t->total * fastLeft;
  }
  int left = kFast * fastLeft + kFast - (isTick ? special : used);
  assert(wanted <= left); // L3
}

static void startCharging(struct thread *t) {
  int id = periodIdOf(t), budget = t->total;
  if (!t->isIdle) {
    if (id == t->lastExec)
      budget = t->remaining;
    else
      t->lastExec = id;
  }
  t->remaining = budget;
  checkPromises();
  stopAt = now + budget;
  isTimeout = 0;
}
static void stopCharging(struct thread *t) { t->remaining = stopAt - now; }

static void scheduleOther(void) {
  int priority = kPriorities - 1;
  while (runQueue[priority].count == 0)
    priority--;
  struct thread *head = runQueue[priority].at[0];
  takeOut(&runQueue[priority], 0);
  stopCharging(current);
  startCharging(head);
  current = head;
}
static void scheduleAny(void) {
  int priority = kPriorities - 1;
  while (priority >= 0 && runQueue[priority].count == 0)
    priority--;
  if (priority < 0)
    return;
  if (current->priority < priority) {
    struct list *list = &runQueue[current->priority];
    append(list, current);
    for (int i = list->count - 1; i > 0; i--)
      list->at[i] = list->at[i - 1];
    list->at[0] = current;
    scheduleOther();
  } else {
    stopCharging(current);
    startCharging(current);
  }
}

static void waitNextPeriod(struct thread *t) {
  append(&events[t->period].waiters, t);
  t->lastCompl = periodIdOf(t);
  scheduleOther();
}
static void deleteThread(struct thread *t) {
  t->lastCompl = periodIdOf(t);
  for (int i = 0; i < all.count; i++)
    if (all.at[i] == t)
      takeOut(&all, i);
  int u = utilisation(t->total);
  unused += u;
#if BUG
  mainThread.total += u; // L2
#else
  returned += u;
#endif
  scheduleOther();
}

static void pulse(int i) {
  if (--events[i].countDown != 0)
    return;
  events[i].periodId = 1 - events[i].periodId; // L1
  events[i].countDown = events[i].pass;
  struct list *waiters = &events[i].waiters;
  for (int w = 0; w < waiters->count; w++)
    append(&runQueue[waiters->at[w]->priority], waiters->at[w]);
  waiters->count = 0;
  if (i == 1) {
    mainThread.total += returned;
    returned = 0;
  }
  if (i + 1 < kPeriods)
    pulse(i + 1);
}

static void interrupt(enum change change) {
  if (change == kSysTick) {
    special = used;
    pulse(0);
    scheduleAny();
  } else if (change == kTimeout) {
    if (current->isIdle)
      startCharging(current);
    else
      waitNextPeriod(current);
  }
}

static enum change clockTick(void) {
  isTick = isTimeout = 0;
  special = used;
  int step = 1;
  if (isAbstracted) {
    int most = kFast - used < stopAt - now ? kFast - used : stopAt - now;
    step = rb_choose(2) == 0 ? 0 : most;
  }
  if (step == 0 || now + step > kLimit)
    return kNoChange;
  now += step;
  used = now % kFast;
  if (used == 0) {
    special = kFast;
    isTick = 1;
  }
  isTimeout = stopAt == now;
  return isTick ? kSysTick : isTimeout ? kTimeout : kNone;
}

static void act(enum change change) {
  if (current->isIdle) {
    interrupt(change);
    return;
  }
  int isMain = current == &mainThread;
  if (change == kNoChange) {
    if (isMain || rb_choose(2) == 0)
      waitNextPeriod(current);
    else
      deleteThread(current);
    return;
  }
  switch (rb_choose(isMain ? 2 : 3)) {
  case 0:
    waitNextPeriod(current);
    break;
  case 1:
    interrupt(change);
    break;
  default:
    deleteThread(current);
  }
}

static void start(struct thread *t, int period, int total) {
  *t = (struct thread){0, period, kPeriods - period, total, total, 0, 0};
  append(&all, t);
  append(&events[period].waiters, t);
  t->lastExec = t->lastCompl = periodIdOf(t);
}

int main(int argc, char **argv) {
  isAbstracted = parameter(argc, argv, 1, ABSTRACTED);
  now = isAbstracted ? -kFast : -1;
  for (int i = 0; i < kPeriods; i++) {
    events[i].countDown = 1;
    events[i].pass = i == 0 ? 1 : ticksOf(i) / ticksOf(i - 1);
  }
  idleThread = (struct thread){1, 0, 0, kFast, kFast, 0, 0};
  append(&all, &idleThread);
  current = &idleThread;
  startCharging(&idleThread);
  start(&mainThread, 0, kFast);
  for (int i = 0; i < 2; i++) {
    int u = utilisation(21);
    if (u > unused)
      continue;
    unused -= u;
    mainThread.total -= u;
    start(&users[i], 1, 21);
  }
  for (;;) {
    enum change change = clockTick();
    // The clock has come to its end: nothing will ever change again.
    if (change == kNoChange && !isAbstracted && current->isIdle)
      return 0;
    act(change);
  }
}
