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

/// The number a thread was started with, as the argument of its body and back.
#define AS_ARGUMENT(number) ((void *)(intptr_t)(number))
#define NUMBER(argument) ((int)(intptr_t)(argument))

#endif // GAMBIT_H
