// What the programs of the papers have in common.
//
// SHARED qualifies every shared variable: empty (the default) for the data-race
// property, _Atomic so that only the property of the program itself is left.
// BUG=0 is the corrected version. Parameters are macros, and may be given as
// arguments of the program, in the same order.
#ifndef PAPERS_H
#define PAPERS_H

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef SHARED
#define SHARED
#endif
#ifndef BUG
#define BUG 1
#endif

enum { kMostThreads = 64 };

typedef pthread_mutex_t Lock;
#define LOCK PTHREAD_MUTEX_INITIALIZER

static inline void enter(Lock *lock) { pthread_mutex_lock(lock); }
static inline void leave(Lock *lock) { pthread_mutex_unlock(lock); }

/// The argument number `i`, or what the macro says.
static inline int parameter(int argc, char **argv, int i, int byDefault) {
  return i < argc ? atoi(argv[i]) : byDefault;
}

static pthread_t papersThreads[kMostThreads];
static int papersCount;

static inline void spawn(void *(*body)(void *), void *argument) {
  assert(papersCount < kMostThreads);
  pthread_create(&papersThreads[papersCount++], 0, body, argument);
}
static inline void joinAll(void) {
  for (int i = 0; i < papersCount; i++)
    pthread_join(papersThreads[i], 0);
}

#endif // PAPERS_H
