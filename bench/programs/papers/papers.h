// What the programs of the papers have in common.
//
// SHARED qualifies every shared variable: empty (the default) for the data-race
// property, _Atomic so that only the property of the program itself is left.
// GUARDED, by default the same, qualifies those that are used under one lock
// only: with SHARED=_Atomic and GUARDED= (empty) there is no data race, and
// --steps=sync joins what is done under a lock.
// BUG=0 is the corrected version. Parameters are macros, and may be given as
// arguments of the program, in the same order. Beside each program a .locs file
// holds its location sequence, in the format of `rbcheck --locs`; the lines it
// names have the comments L1, L2, D1, ... (tested by test/papers/locs.test).
#ifndef PAPERS_H
#define PAPERS_H

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef SHARED
#define SHARED
#endif
#ifndef GUARDED
#define GUARDED SHARED
#endif
#ifndef BUG
#define BUG 1
#endif

enum { kMostThreads = 128 };

typedef pthread_mutex_t Lock;
#define LOCK PTHREAD_MUTEX_INITIALIZER

// Macros, so that a trace and a location show the line that locks.
#define enter(lock) pthread_mutex_lock(lock)
#define leave(lock) pthread_mutex_unlock(lock)

#ifdef __cplusplus // others need none, and some tools know no attributes
/// Makes `lock` one that its owner may enter again.
static inline void makeRecursive(Lock *lock) {
  pthread_mutexattr_t recursive;
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(lock, &recursive);
  pthread_mutexattr_destroy(&recursive);
}
#endif

/// The argument number `i`, or what the macro says.
static inline int parameter(int argc, char **argv, int i, int byDefault) {
  return i < argc ? atoi(argv[i]) : byDefault;
}

/// The threads that main started. A variable of main, which no other thread
/// sees: starting and joining are one step each.
typedef struct {
  int count;
  pthread_t id[kMostThreads];
} Threads;

static inline void spawn(Threads *threads, void *(*body)(void *),
                         void *argument) {
  assert(threads->count < kMostThreads);
  pthread_create(&threads->id[threads->count++], 0, body, argument);
}
static inline void joinAll(Threads *threads) {
  for (int i = 0; i < threads->count; i++)
    pthread_join(threads->id[i], 0);
}

#endif // PAPERS_H
