// What the unit tests in the manner of GAMBIT's have in common.
//
// ERROR=k selects one of a test's errors, 0 the correct component; sizes are
// macros. Variables that an error leaves without a lock are atomic, so what
// goes wrong is what the test asserts, not a data race. Waiting is always
// blocking: no test spins. README.md lists the tests and their errors.
#ifndef GAMBIT_H
#define GAMBIT_H

#include "../papers/papers.h"

#include <stdatomic.h>
#include <stdint.h>

#ifndef ERROR
#define ERROR 1
#endif

typedef atomic_int Word;

typedef pthread_cond_t Condition;
#define CONDITION PTHREAD_COND_INITIALIZER

/// Starts a thread with the next number, from 0, which its argument stands for.
static inline void start(Threads *threads, void *(*body)(void *)) {
  spawn(threads, body, (void *)(intptr_t)threads->count);
}
#define NUMBER(argument) ((int)(intptr_t)(argument))

//===--- What a test does besides -----------------------------------------===//

// When a thread is done with the component, it writes REPORTS lines to a log
// that all share. The log keeps their order, so none of the orders is like
// another: a search that goes back from the end of an execution meets all of
// them before it comes to where the component is used.
#ifndef REPORTS
#define REPORTS 0
#endif

static struct {
  Lock lock;
  int count;
  char lines[32];
} journal = {LOCK, 0, {0}};

static inline void *report(void *arg) {
  for (int i = 0; i < REPORTS; i++) {
    enter(&journal.lock);
    journal.lines[journal.count++] = (char)NUMBER(arg);
    leave(&journal.lock);
  }
  return arg;
}

#endif // GAMBIT_H
