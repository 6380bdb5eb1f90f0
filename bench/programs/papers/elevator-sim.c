// Elevator-Sim: one elevator between two floors and two persons, who decide at
// random what to do; main stops everything at once. The floor that a person
// chooses may be one that does not exist; boarding with it marks a destination
// beyond the last one.
// Error: the assertion where a person boards. There are data races: leave them
// out.
#include "papers.h"
#include <rbcheck.h>

enum { kFloors = 2, kPeople = 2 };
enum direction { kNone, kUp, kDown };
enum activity { kOutside, kWaiting, kStairs, kWorking, kRiding, kActivities };

/// Persons, by number, in the order they came.
struct people {
  Lock lock;
  GUARDED int count;
  GUARDED int who[kPeople];
};
static struct {
  Lock lock;
  SHARED int isOpen, isMoving, direction, floor, dest[kFloors], run;
  GUARDED int wantOpen;
  struct people riders;
} elevator;
static struct {
  SHARED int isCalled[3]; // by direction
  struct people waiting[3];
} floors[kFloors + 1];
static struct {
  Lock lock;
  SHARED int hasElevator, run;
} persons[kPeople];
static SHARED int doing[kActivities]; // how many persons do it

static void addTo(struct people *people, int who) {
  enter(&people->lock);
  people->who[people->count] = who;
  people->count = people->count + 1;
  leave(&people->lock);
}
static void takeFrom(struct people *people, int who) {
  enter(&people->lock);
  int kept = 0, count = people->count;
  for (int i = 0; i < count; i++)
    if (people->who[i] != who)
      people->who[kept++] = people->who[i];
  if (kept != count) {
    people->who[kept] = 0;
    people->count = kept;
  }
  leave(&people->lock);
}
static int countOf(struct people *people) {
  enter(&people->lock);
  int count = people->count;
  leave(&people->lock);
  return count;
}

//===--- The elevator -----------------------------------------------------===//

static int isWantedBetween(int from, int to) {
  for (int floor = from; floor <= to; floor++)
    if (elevator.dest[floor - 1])
      return 1;
  return 0;
}

static void announce(void) {
  int floor = elevator.floor, direction = elevator.direction, to;
  if (direction == kUp && floors[floor].isCalled[kUp])
    to = kUp;
  else if (direction == kDown && floors[floor].isCalled[kDown])
    to = kDown;
  else if (floors[floor].isCalled[kUp])
    to = kUp;
  else if (floors[floor].isCalled[kDown])
    to = kDown;
  else
    to = countOf(&floors[floor].waiting[kUp]) >
                 countOf(&floors[floor].waiting[kDown])
             ? kUp
             : kDown;
  floors[floor].isCalled[to] = 0;
  struct people *waiting = &floors[floor].waiting[to];
  enter(&waiting->lock);
  for (int i = 0; i < waiting->count; i++) {
    int who = waiting->who[i];
    enter(&persons[who].lock);
    persons[who].hasElevator = 1;
    leave(&persons[who].lock);
  }
  leave(&waiting->lock);
}

static int arrive(void) {
  enter(&elevator.lock);
  int isHere = elevator.dest[elevator.floor - 1];
  if (isHere)
    elevator.isMoving = 0;
  leave(&elevator.lock);
  return isHere;
}

static void serve(void) {
  if (!elevator.isOpen && !elevator.isMoving) {
    elevator.isOpen = 1; // L3
    announce();
  }
  int isWanted;
  do {
    enter(&elevator.lock);
    elevator.wantOpen = 0;
    leave(&elevator.lock);
    announce();
    enter(&elevator.lock);
    isWanted = elevator.wantOpen;
    leave(&elevator.lock);
  } while (isWanted);
  elevator.isOpen = 0;
  enter(&elevator.lock);
  elevator.dest[elevator.floor - 1] = 0;
  leave(&elevator.lock);
}

static void travel(void) {
  enter(&elevator.lock);
  int floor = elevator.floor;
  int isAbove = isWantedBetween(floor + 1, kFloors);
  int isBelow = isWantedBetween(1, floor - 1);
  if (!isAbove && !isBelow && !elevator.dest[floor - 1]) {
    elevator.direction = kNone;
    elevator.isMoving = 0;
  } else {
    elevator.isMoving = 1;
    int direction = elevator.direction;
    if (direction == kNone)
      direction = isAbove ? kUp : isBelow ? kDown : kNone;
    if (direction == kUp && isAbove && floor < kFloors)
      elevator.floor = floor + 1;
    else if (direction == kDown && isBelow && floor > 1)
      elevator.floor = floor - 1;
    else if (direction == kUp && isBelow)
      direction = kDown;
    else if (direction == kDown && isAbove)
      direction = kUp;
    else
      elevator.isMoving = 0;
    elevator.direction = direction;
  }
  leave(&elevator.lock);
}

static void *elevatorBody(void *arg) {
  while (elevator.run) {
    if (elevator.isMoving) {
      if (!arrive())
        travel();
    } else if (countOf(&elevator.riders) == 0 && !isWantedBetween(1, kFloors))
      elevator.direction = kNone;
    else if (arrive())
      serve();
    else
      travel();
  }
  return arg;
}

//===--- Persons ----------------------------------------------------------===//

struct person {
  int me, destination, location;
  enum activity activity;
};

static void begin(struct person *person, enum activity activity) {
  doing[person->activity] = doing[person->activity] - 1;
  person->activity = activity;
  doing[activity] = doing[activity] + 1;
}

static int isRunning(const struct person *person) {
  return persons[person->me].run;
}

/// Asks the elevator to come; false if it is here and has somebody in it.
static int askFor(int floor) {
  enter(&elevator.lock);
  int isDone = elevator.floor != floor || elevator.riders.count == 0;
  if (isDone)
    elevator.dest[floor - 1] = 1;
  leave(&elevator.lock);
  return isDone;
}

static void summon(struct person *person, enum direction direction) {
  int floor = person->location;
  addTo(&floors[floor].waiting[direction], person->me);
  if (floors[floor].isCalled[direction])
    return;
  int isFound = 0;
  while (!isFound && isRunning(person)) {
    if (elevator.floor == floor) {
      if (!elevator.isMoving && countOf(&elevator.riders) == 0)
        isFound = askFor(floor);
    } else
      isFound = askFor(floor);
  }
  floors[floor].isCalled[direction] = 1; // L2
}

static void stopWaiting(struct person *person) {
  takeFrom(&floors[person->location].waiting[kUp], person->me);
  takeFrom(&floors[person->location].waiting[kDown], person->me);
}

static void setHasElevator(struct person *person, int hasElevator) {
  enter(&persons[person->me].lock);
  persons[person->me].hasElevator = hasElevator;
  leave(&persons[person->me].lock);
}

/// Somewhere to go, and what follows from it.
static void choose(struct person *person) {
  person->destination = 1 + rb_choose(kFloors + (BUG ? 1 : 0)); // L1
  if (person->destination == person->location) {
    begin(person, kWorking);
    return;
  }
  begin(person, kWaiting);
  setHasElevator(person, 0);
  summon(person, person->destination > person->location ? kUp : kDown);
}

static int requestOpen(void) {
  enter(&elevator.lock);
  int isStopped = !elevator.isMoving;
  if (isStopped)
    elevator.wantOpen = 1;
  leave(&elevator.lock);
  return isStopped;
}

static void markDestination(int destination) {
  enter(&elevator.lock);
  assert(destination <= kFloors); // L4
  elevator.dest[destination - 1] = 1;
  leave(&elevator.lock);
}

static void board(struct person *person) {
  if (elevator.isOpen) {
    addTo(&elevator.riders, person->me);
    markDestination(person->destination);
    stopWaiting(person);
    begin(person, kRiding);
  } else if (!requestOpen()) {
    stopWaiting(person);
    setHasElevator(person, 0);
    summon(person, person->destination > person->location ? kUp : kDown);
  }
}

static void getOff(struct person *person) {
  if (elevator.isOpen) {
    takeFrom(&elevator.riders, person->me);
    person->location = person->destination;
    begin(person, kWorking);
  } else if (!requestOpen())
    markDestination(person->destination);
}

static void climb(struct person *person) {
  if (person->destination > person->location && person->location < kFloors)
    person->location++;
  else if (person->destination < person->location && person->location > 1)
    person->location--;
}

static void act(struct person *person) {
  switch (person->activity) {
  case kOutside:
    if (rb_choose(2)) {
      person->location = 1;
      choose(person);
    }
    break;
  case kWaiting:
    if (persons[person->me].hasElevator)
      board(person);
    else if (rb_choose(2)) {
      stopWaiting(person);
      begin(person, kStairs);
      climb(person);
    }
    break;
  case kStairs:
    if (person->location == person->destination)
      begin(person, kWorking);
    else
      climb(person);
    break;
  case kWorking:
    if (person->location == 1 && rb_choose(2))
      begin(person, kOutside);
    else
      choose(person);
    break;
  default:
    if (elevator.floor == person->destination)
      getOff(person);
  }
}

static void *personBody(void *me) {
  struct person person = {(int)(long)me, 1, 1, kOutside};
  while (isRunning(&person))
    act(&person);
  return 0;
}

int main(void) {
  Threads threads = {0};
  pthread_mutex_init(&elevator.lock, 0);
  pthread_mutex_init(&elevator.riders.lock, 0);
  elevator.floor = 1;
  elevator.run = 1;
  for (int i = 1; i <= kFloors; i++)
    for (int direction = kUp; direction <= kDown; direction++)
      pthread_mutex_init(&floors[i].waiting[direction].lock, 0);
  for (int i = 0; i < kPeople; i++) {
    pthread_mutex_init(&persons[i].lock, 0);
    persons[i].run = 1;
  }
  doing[kOutside] = kPeople;
  spawn(&threads, elevatorBody, 0);
  for (long i = 0; i < kPeople; i++)
    spawn(&threads, personBody, (void *)i);
  for (int i = 0; i < kPeople; i++)
    persons[i].run = 0;
  elevator.run = 0;
  joinAll(&threads);
  return 0;
}
