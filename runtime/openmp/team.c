//===- runtime/openmp/team.c - OpenMP: parallel regions and barriers ------===//
//
// Workers are made when a region first needs them, and wait for the next one at
// their semaphore when it is over; so thread-private variables are kept, and few
// threads serve many regions. Tested by test/openmp/parallel*.c.
//
//===----------------------------------------------------------------------===//
#include "runtime/openmp/team.h"

#include "runtime/include/rbcheck_abi.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/// How many threads a region has if nobody says it.
enum { kDefaultThreads = 2 };

__attribute__((section(RB_QUIET_SECTION))) struct TeamBooks __rb_omp_team_books;
struct TeamWords __rb_omp_team_words;

static _Thread_local struct Thread *self;

/// Entries are used once: threads do not end.
static struct Thread *newThread(void) {
  __rb_step_begin();
  struct Thread *thread = __rb_omp_team_books.threads;
  while (thread->isUsed)
    if (++thread == __rb_omp_team_books.threads + kThreads)
      __rb_unsupported("more than 64 OpenMP threads");
  thread->isUsed = 1;
  __rb_omp_team_words.isAwake[indexOf(thread)] = 1;
  __rb_step_end();
  return thread;
}

struct Thread *__rb_omp_self(void) {
  if (!self) {
    self = newThread();
    self->maxLevels = 1;
    self->schedule = 1;
    __rb_omp_enter(self, 1, 0)->level = 0;
  }
  return self;
}

/// The number that OMP_NUM_THREADS names, or 0.
static int32_t threadsOfEnvironment(void) {
  const char *text = getenv("OMP_NUM_THREADS");
  int32_t number = text ? atoi(text) : 0;
  return number > 0 ? number : 0;
}

int32_t __rb_omp_threads(struct Thread *me) {
  if (!me->threads)
    me->threads = threadsOfEnvironment();
  if (me->threads)
    return me->threads;
  __rb_approximate("openmp-team", "teams of 2 threads");
  return kDefaultThreads;
}

/// Worksharing ------------------------------------------------------------------

struct Book *__rb_omp_book(struct Thread *me) {
  uint32_t number = me->constructs++;
  struct Books *books = &me->team->meeting->books;
  if (number < kBooks)
    return &books->first[number];
  __rb_step_begin();
  for (; number >= kBooks; number -= kBooks) {
    if (!books->more)
      books->more = calloc(1, sizeof *books);
    books = books->more;
  }
  __rb_step_end();
  return &books->first[number];
}

void __rb_omp_barrier(struct Thread *me) {
  me->constructs = 0;
  if (me->team->size == 1)
    return;
  void (*meet)(struct Thread *, int) = __rb_function("__rb_omp_meet");
  if (meet)
    meet(me, 0);
  else
    pthread_barrier_wait(&me->team->meeting->barrier);
}

void __kmpc_barrier(struct Ident *place, int32_t global) {
  (void)place, (void)global;
  __rb_omp_barrier(__rb_omp_self());
}

int32_t __kmpc_cancel_barrier(struct Ident *place, int32_t global) {
  __kmpc_barrier(place, global);
  return 0;
}

/// Regions ----------------------------------------------------------------------

// Exactly as many arguments as the function has.
#define P1 a[0]
#define P2 P1, a[1]
#define P3 P2, a[2]
#define P4 P3, a[3]
#define P5 P4, a[4]
#define P6 P5, a[5]
#define P7 P6, a[6]
#define P8 P7, a[7]
#define P9 P8, a[8]
#define P10 P9, a[9]
#define P11 P10, a[10]
#define P12 P11, a[11]
#define P13 P12, a[12]
#define P14 P13, a[13]
#define P15 P14, a[14]
#define P16 P15, a[15]
#define P17 P16, a[16]
#define P18 P17, a[17]
#define P19 P18, a[18]
#define P20 P19, a[19]
#define P21 P20, a[20]
#define P22 P21, a[21]
#define P23 P22, a[22]
#define P24 P23, a[23]
#define P25 P24, a[24]
#define P26 P25, a[25]
#define P27 P26, a[26]
#define P28 P27, a[27]
#define P29 P28, a[28]
#define P30 P29, a[29]
#define P31 P30, a[30]
#define P32 P31, a[31]
#define CALL(n)                                                                \
  case n:                                                                      \
    team->body(&global, &bound, P##n);                                         \
    break;
#define CALL4(a, b, c, d) CALL(a) CALL(b) CALL(c) CALL(d)

/// The code of the region.
static void callBody(struct Thread *me) {
  struct Team *team = me->team;
  int32_t global = me->number, bound = me->number;
  void **a = team->arguments;
  switch (team->argumentCount) {
  case 0:
    team->body(&global, &bound);
    break;
    CALL4(1, 2, 3, 4)
    CALL4(5, 6, 7, 8)
    CALL4(9, 10, 11, 12)
    CALL4(13, 14, 15, 16)
    CALL4(17, 18, 19, 20)
    CALL4(21, 22, 23, 24)
    CALL4(25, 26, 27, 28)
    CALL4(29, 30, 31, 32)
  }
}

static void runRegion(struct Thread *me) {
  void (*run)(struct Thread *, void (*)(struct Thread *)) =
      __rb_function("__rb_omp_run_with_tasks");
  if (run)
    run(me, callBody);
  else
    callBody(me);
}

static void *serve(void *argument) {
  struct Thread *me = self = argument;
  for (;;) {
    struct Meeting *meeting = me->team->meeting;
    runRegion(me);
    sem_post(&meeting->done);
    sem_wait(&__rb_omp_team_words.go[indexOf(me)]);
  }
}

static void create(struct Thread *worker) {
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  // One that waits for work is left behind when the process ends.
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (pthread_create(&thread, &attributes, serve, worker))
    __rb_unsupported("more OpenMP threads than rbcheck can make");
}

/// A worker of the team: one that there is, or a new one.
static void send(struct Thread **at, struct Team *team, int32_t number) {
  struct Thread *master = team->master;
  const int isNew = !*at;
  if (isNew)
    *at = newThread();
  struct Thread *worker = *at;
  worker->team = team;
  worker->number = number;
  worker->constructs = 0;
  worker->threads = master->threads;
  worker->maxLevels = master->maxLevels;
  worker->isDynamic = master->isDynamic;
  worker->schedule = master->schedule;
  worker->scheduleChunk = master->scheduleChunk;
  if (isNew)
    create(worker);
  else
    sem_post(&__rb_omp_team_words.go[indexOf(worker)]);
}

struct Team *__rb_omp_enter(struct Thread *me, int32_t size, int32_t isLeague) {
  if (me->depth == kDepth)
    __rb_unsupported("OpenMP regions nested more than 7 times");
  struct Team *outer = me->team;
  struct Team *team = &__rb_omp_team_books.teams[indexOf(me)][me->depth];
  team->meeting = &__rb_omp_team_words.meetings[indexOf(me)][me->depth];
  ++me->depth;
  team->size = size;
  team->isLeague = isLeague;
  team->outer = outer;
  team->master = me;
  if (outer) {
    team->level = outer->level + !isLeague;
    team->activeLevel = outer->activeLevel + (size > 1 && !isLeague);
  }
  team->outerNumber = me->number;
  team->outerConstructs = me->constructs;
  team->outerLoop = me->loop;
  me->team = team;
  me->number = 0;
  me->constructs = 0;
  return team;
}

void __rb_omp_leave(struct Thread *me) {
  struct Team *team = me->team;
  struct Books *more = team->meeting->books.more;
  while (more) {
    struct Books *next = more->more;
    free(more);
    more = next;
  }
  team->meeting->books.more = 0;
  me->team = team->outer;
  me->number = team->outerNumber;
  me->constructs = team->outerConstructs;
  me->loop = team->outerLoop;
  --me->depth;
  struct Thread *workers = team->workers;
  memset(team, 0, sizeof *team);
  team->workers = workers;
}

void __rb_omp_fork(struct Thread *me, struct Team *team) {
  const int32_t size = team->size;
  struct Meeting *meeting = team->meeting;
  if (size > 1)
    pthread_barrier_init(&meeting->barrier, 0, (unsigned)size);
  struct Thread **at = &team->workers;
  for (int32_t i = 1; i < size; ++i) {
    send(at, team, i);
    at = &(*at)->next;
  }
  runRegion(me);
  for (int32_t i = 1; i < size; ++i)
    sem_wait(&meeting->done);
  __rb_omp_leave(me);
}

static int32_t sizeOfNext(struct Thread *me) {
  int32_t asked = me->askedThreads;
  me->askedThreads = 0;
  if (me->team->activeLevel >= me->maxLevels)
    return 1;
  return asked > 0 ? asked : __rb_omp_threads(me);
}

void __kmpc_fork_call(struct Ident *place, int32_t count, Microtask body, ...) {
  (void)place;
  if (count > kMaxArguments)
    __rb_unsupported("an OpenMP region that uses more than 32 variables of the "
                     "function around it");
  struct Thread *me = __rb_omp_self();
  struct Team *team = __rb_omp_enter(me, sizeOfNext(me), 0);
  va_list list;
  va_start(list, body);
  for (int32_t i = 0; i < count; ++i)
    team->arguments[i] = va_arg(list, void *);
  va_end(list);
  team->body = body;
  team->argumentCount = count;
  __rb_omp_fork(me, team);
}

void __kmpc_push_num_threads(struct Ident *place, int32_t global,
                             int32_t number) {
  (void)place, (void)global;
  __rb_omp_self()->askedThreads = number;
}

void __kmpc_push_proc_bind(struct Ident *place, int32_t global, int32_t bind) {
  (void)place, (void)global, (void)bind;
}

/// A region whose `if` says that it is not parallel: the code follows.
void __kmpc_serialized_parallel(struct Ident *place, int32_t global) {
  (void)place, (void)global;
  struct Thread *me = __rb_omp_self();
  me->askedThreads = 0;
  __rb_omp_enter(me, 1, 0);
}
void __kmpc_end_serialized_parallel(struct Ident *place, int32_t global) {
  (void)place, (void)global;
  __rb_omp_leave(__rb_omp_self());
}

int32_t __kmpc_global_thread_num(struct Ident *place) {
  (void)place;
  return __rb_omp_self()->number;
}
int32_t __kmpc_bound_thread_num(struct Ident *place) {
  return __kmpc_global_thread_num(place);
}
int32_t __kmpc_bound_num_threads(struct Ident *place) {
  (void)place;
  return __rb_omp_self()->team->size;
}
int32_t __kmpc_global_num_threads(struct Ident *place) {
  return __kmpc_bound_num_threads(place);
}
int32_t __kmpc_in_parallel(struct Ident *place) {
  (void)place;
  return __rb_omp_self()->team->activeLevel > 0;
}
int32_t __kmpc_ok_to_fork(struct Ident *place) { return (void)place, 1; }
void __kmpc_begin(struct Ident *place, int32_t flags) {
  (void)place, (void)flags;
}
void __kmpc_end(struct Ident *place) { (void)place; }
