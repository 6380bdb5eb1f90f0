//===- runtime/openmp/team.h - Threads, teams and their books -------------===//
//
// OpenMP's runtime library as clang calls it (the __kmpc_* functions), on top of
// pthreads. A thread that meets a parallel region is the master of a Team; the
// other members are workers that it made earlier, or makes now, and keeps for
// later regions.
//
// What OpenMP promises to order is ordered by semaphores, barriers, locks, or by
// `give` and `take` below. All else that threads share here they touch by relaxed
// read-modify-writes, or between __rb_step_begin and __rb_step_end, which order
// nothing: the library hides no data race. Background: docs/openmp.md.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdint.h>

/// A place in the source, as clang describes it.
struct Ident {
  int32_t reserved, flags, reserved2, length;
  const char *source;
};
enum { kIdentSections = 0x400 };

typedef void (*Microtask)(int32_t *global, int32_t *bound, ...);

/// What a thread does in the loop it is in.
struct Loop {
  uint64_t trip, chunk, chunks;
  uint64_t next;        ///< static: the next chunk
  uint64_t iteration;   ///< ordered: the present one
  int64_t first, step;
  int32_t kind;
  int32_t isOrdered, isPassed;
  struct Book *book;
};

enum { kThreads = 64, kDepth = 8, kBooks = 8, kMaxArguments = 32 };

struct Across; // across.c

/// What the members of a team share of the worksharing constructs that they meet
/// between two barriers, one Book for each. All 0 once every one has left it.
struct Book {
  uint32_t taken;   ///< single: who came; loops: the next chunk
  int32_t ordered;  ///< what iterations tell the next one
  // In sections.
  uint32_t turn;    ///< of the next iteration
  struct Across *across;
};
struct Books {
  struct Book first[kBooks];
  struct Books *more;
};

/// What synchronises the members of a team.
struct Meeting {
  pthread_barrier_t barrier;
  sem_t done;           ///< one for each worker that has left the region
  int32_t met[2];       ///< with tasks: what those that met learn, by phase
  struct Books books;
};

struct Task;
struct Thread;

/// Touched by one thread at a time: synchronisation lies between.
struct Team {
  int32_t size;
  int32_t level;        ///< parallel regions around, with this one
  int32_t activeLevel;  ///< the same, those of more than one thread
  int32_t isLeague;     ///< of `teams`: each member is a team of its own
  struct Team *outer;
  struct Thread *master;
  struct Thread *workers;///< made for it; they stay for the next such team
  struct Meeting *meeting;
  Microtask body;
  int32_t argumentCount;
  void *arguments[kMaxArguments];
  void *copied;         ///< copyprivate
  // The master's, in `outer`.
  int32_t outerNumber;
  uint32_t outerConstructs;
  struct Loop outerLoop;

  // Only with tasks; touched in sections.
  struct Task *tasks;   ///< those that are not finished, oldest first
  int32_t arrived[2];   ///< at a barrier; at the end of the region
  int32_t phase;        ///< changes when all have met
};

/// The same holds for it.
struct Thread {
  int32_t isUsed;
  struct Team *team;
  int32_t number;           ///< in it
  struct Thread *next;      ///< worker of the same master
  uint32_t constructs;      ///< worksharing, since the last barrier
  struct Loop loop;
  struct Book *across;      ///< of the loop with depend(sink) it is in
  struct Task *task;        ///< the one it executes
  int32_t depth;            ///< teams that it is the master of
  int32_t askedThreads;     ///< by a clause of the next region
  int32_t askedTeams;
  // Internal control variables.
  int32_t threads;          ///< 0 = what the environment says
  int32_t maxLevels;
  int32_t isDynamic;
  int32_t schedule, scheduleChunk;
};

/// Not watched: no access to it is a step or a data race.
struct TeamBooks {
  struct Thread threads[kThreads];
  struct Team teams[kThreads][kDepth];
};
/// Watched.
struct TeamWords {
  sem_t go[kThreads];       ///< the next region of a worker begins
  int32_t isAwake[kThreads];///< 0 while it waits for something in sections
  struct Meeting meetings[kThreads][kDepth];
};
extern struct TeamBooks __rb_omp_team_books;
extern struct TeamWords __rb_omp_team_words;

static inline int32_t indexOf(struct Thread *thread) {
  return (int32_t)(thread - __rb_omp_team_books.threads);
}

struct Thread *__rb_omp_self(void);
int32_t __rb_omp_threads(struct Thread *me);
struct Book *__rb_omp_book(struct Thread *me);
void __rb_omp_barrier(struct Thread *me);
/// The team of a region that the thread enters as its master, and leaves.
struct Team *__rb_omp_enter(struct Thread *me, int32_t size, int32_t isLeague);
void __rb_omp_leave(struct Thread *me);
/// Runs the region of a team that was entered.
void __rb_omp_fork(struct Thread *me, struct Team *team);

// The machine's part (interp/models/Step.cpp, HostFile.cpp).
void __rb_step_begin(void);
void __rb_step_end(void);
void __rb_step_begin_when(const int32_t *word);
void *__rb_function(const char *name);
void *__rb_allocate(size_t size);
void __rb_unsupported(const char *what);
void __rb_approximate(const char *name, const char *who);

/// Whoever takes from the word knows what all that gave to it had done.
static inline void give(int32_t *word) {
  __atomic_exchange_n(word, 0, __ATOMIC_RELEASE);
}
static inline void take(int32_t *word) {
  __atomic_exchange_n(word, 0, __ATOMIC_ACQUIRE);
}

/// In a section, which is left meanwhile: waits for others to change something.
static inline void waitForOthers(struct Thread *me) {
  int32_t *isAwake = &__rb_omp_team_words.isAwake[indexOf(me)];
  *isAwake = 0;
  __rb_step_end();
  __rb_step_begin_when(isAwake);
}

/// In a section: something changed.
static inline void wakeOthers(struct Team *team) {
  struct Thread *each = team->master;
  __rb_omp_team_words.isAwake[indexOf(each)] = 1;
  each = team->workers;
  for (int32_t i = 1; i < team->size; ++i, each = each->next)
    __rb_omp_team_words.isAwake[indexOf(each)] = 1;
}
