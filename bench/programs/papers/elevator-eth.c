// Elevator-ETH(NL, NF, ITER, FROM TO ...): NL lifts serve NF floors for ITER
// rounds, while main presses buttons: a pair FROM TO for each (EVENTS if the
// arguments name none). A lift claims a call before it travels there, and takes
// all passengers of a floor at once. VARIANT 1: calls to go up are added and
// looked at without the floor's lock. VARIANT 2: the test and the claim are two
// critical sections, and the second does not test again: two lifts can claim
// one call, and the one that comes later finds nobody. Error: a data race (1);
// the assertion (2; SHARED=_Atomic or without data races).
#include "papers.h"

#ifndef NL
#define NL 2
#endif
#ifndef NF
#define NF 4
#endif
#ifndef ITER
#define ITER 4
#endif
#ifndef EVENTS
#define EVENTS {4, 2}
#endif
#ifndef VARIANT
#define VARIANT 2
#endif
enum { kMostFloors = 16, kMostCalls = 4 };
enum direction { kIdle = -1, kUp, kDown };

struct calls {
  int count;
  int to[kMostCalls];
};
/// The calls of one floor in one direction. `waiting` is replaced as a whole.
struct queue {
  struct calls *SHARED waiting;
  SHARED int isClaimed;
};
static struct queue queues[kMostFloors][2];
static Lock floors[kMostFloors];

/// Calls that a floor's lock does not protect in the faulty variant 1.
static int isUnlocked(enum direction direction) {
  return BUG && VARIANT == 1 && direction == kUp;
}

static void push(int floor, int to) {
  enum direction direction = to > floor ? kUp : kDown;
  struct queue *queue = &queues[floor][direction];
  if (!isUnlocked(direction))
    enter(&floors[floor]);
  struct calls *waiting = queue->waiting;
  assert(waiting->count < kMostCalls);
  waiting->to[waiting->count] = to;
  waiting->count = waiting->count + 1;
  if (waiting->count == 1)
    queue->isClaimed = 0;
  if (!isUnlocked(direction))
    leave(&floors[floor]);
}

static int check(int floor, enum direction direction) {
  struct queue *queue = &queues[floor][direction];
  if (!isUnlocked(direction))
    enter(&floors[floor]);
  int isFree = queue->waiting->count > 0 && !queue->isClaimed;
  if (!isUnlocked(direction))
    leave(&floors[floor]);
  return isFree;
}

static int claim(int floor, enum direction direction) {
  struct queue *queue = &queues[floor][direction];
  if (!check(floor, direction))
    return 0;
  enter(&floors[floor]); // L1, L2
#if BUG && VARIANT == 2
  int isMine = 1;
#elif BUG
  int isMine = !queue->isClaimed;
#else
  // Another lift may have come and gone in between: the calls, too.
  int isMine = queue->waiting->count > 0 && !queue->isClaimed;
#endif
  if (isMine)
    queue->isClaimed = 1;
  leave(&floors[floor]);
  return isMine;
}

/// Takes everybody who waits for this direction; somebody must, after a claim.
static void fetch(int floor, enum direction direction, int *people) {
  struct queue *queue = &queues[floor][direction];
  struct calls *none = calloc(1, sizeof *none);
  enter(&floors[floor]);
  struct calls *taken = queue->waiting; // L3
  queue->waiting = none;
  queue->isClaimed = 0;
  leave(&floors[floor]);
  assert(taken->count > 0); // L4
  for (int i = 0; i < taken->count; i++)
    people[taken->to[i]]++;
  free(taken);
}

//===--- Lifts ------------------------------------------------------------===//

struct lift {
  enum direction direction;
  int floor;
  int pickUp[kMostFloors][2], people[kMostFloors];
};

static void idle(struct lift *lift, int top) {
  for (int direction = kUp; direction <= kDown; direction++)
    if (claim(lift->floor, direction)) {
      lift->direction = direction;
      fetch(lift->floor, direction, lift->people);
      return;
    }
  for (int floor = 1; floor <= top; floor++)
    for (int direction = kUp; direction <= kDown; direction++)
      if (claim(floor, direction)) {
        lift->pickUp[floor][direction] = 1;
        // A call that came to this very floor just now: there is no way down
        // from the lowest one.
        lift->direction = floor > lift->floor || lift->floor == 1 ? kUp : kDown;
        return;
      }
}

static int isWanted(const struct lift *lift, int from, int to) {
  for (int floor = from; floor <= to; floor++)
    if (lift->people[floor] || lift->pickUp[floor][kUp] ||
        lift->pickUp[floor][kDown])
      return 1;
  return 0;
}

static void move(struct lift *lift, int top) {
  lift->floor += lift->direction == kUp ? 1 : -1;
  int floor = lift->floor;
  if (lift->direction == kUp && floor == top)
    lift->direction = kDown;
  else if (lift->direction == kDown && floor == 1)
    lift->direction = kUp;
  lift->people[floor] = 0;
  for (int direction = kUp; direction <= kDown; direction++)
    if (lift->pickUp[floor][direction] ||
        (lift->direction == (enum direction)direction &&
         claim(floor, direction))) {
      fetch(floor, direction, lift->people);
      lift->pickUp[floor][direction] = 0;
    }
  int isWantedAbove = isWanted(lift, floor + 1, top);
  int isWantedBelow = isWanted(lift, 1, floor - 1);
  if (lift->direction == kUp)
    lift->direction = isWantedAbove ? kUp : isWantedBelow ? kDown : kIdle;
  else
    lift->direction = isWantedBelow ? kDown : isWantedAbove ? kUp : kIdle;
}

/// The argument is the number of floors, shifted left by 16, and of rounds.
static void *serve(void *arg) {
  int top = (int)((long)arg >> 16), rounds = (int)((long)arg & 0xffff);
  struct lift lift = {kIdle, 1, {{0}}, {0}};
  for (int i = 0; i < rounds; i++) {
    if (lift.direction == kIdle)
      idle(&lift, top);
    else
      move(&lift, top);
  }
  return 0;
}

int main(int argc, char **argv) {
  Threads threads = {0};
  int lifts = parameter(argc, argv, 1, NL);
  long top = parameter(argc, argv, 2, NF);
  long rounds = parameter(argc, argv, 3, ITER);
  assert(top < kMostFloors);
  for (int i = 0; i <= top; i++) {
    pthread_mutex_init(&floors[i], 0);
    for (int direction = kUp; direction <= kDown; direction++)
      queues[i][direction].waiting = calloc(1, sizeof(struct calls));
  }
  for (int i = 0; i < lifts; i++)
    spawn(&threads, serve, (void *)(top << 16 | rounds));
  if (argc > 5) {
    for (int i = 4; i + 1 < argc; i += 2)
      push(atoi(argv[i]), atoi(argv[i + 1]));
  } else {
    const int events[][2] = {EVENTS};
    for (unsigned i = 0; i < sizeof events / sizeof *events; i++)
      push(events[i][0], events[i][1]);
  }
  joinAll(&threads);
  for (int i = 0; i <= top; i++)
    for (int direction = kUp; direction <= kDown; direction++)
      free(queues[i][direction].waiting);
  return 0;
}
