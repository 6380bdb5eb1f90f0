//===- runtime/openmp/across.c - OpenMP: depend(sink) between iterations --===//
//
// A loop with ordered(n): an iteration says that it has come to a point, others
// wait for that. There is a mark for every iteration, and a word for what it
// tells. Tested by test/openmp/across.c.
//
//===----------------------------------------------------------------------===//
#include "runtime/openmp/team.h"

#include <stdlib.h>

/// As clang describes a loop.
struct Dimension {
  int64_t low, high, step;
};

struct Across {
  int32_t ended;      ///< what they tell who takes it down
  int32_t count;      ///< dimensions
  int64_t size;       ///< iterations
  struct Dimension *dimensions;
  int32_t *marks;     ///< 1: it has come to its point
  int32_t *words;
};

static int64_t lengthOf(const struct Dimension *dimension) {
  const int64_t distance = dimension->step > 0
                               ? dimension->high - dimension->low
                               : dimension->low - dimension->high;
  const int64_t step =
      dimension->step > 0 ? dimension->step : -dimension->step;
  return distance < 0 ? 0 : distance / step + 1;
}

static struct Across *make(int32_t count, const struct Dimension *dimensions) {
  struct Across *across = calloc(1, sizeof *across);
  across->count = count;
  across->dimensions = calloc((size_t)count, sizeof *dimensions);
  across->size = 1;
  for (int32_t i = 0; i < count; ++i) {
    across->dimensions[i] = dimensions[i];
    across->size *= lengthOf(&dimensions[i]);
  }
  across->marks = calloc((size_t)across->size + 1, sizeof(int32_t));
  across->words = calloc((size_t)across->size + 1, sizeof(int32_t));
  return across;
}

/// The number of an iteration; -1: there is no such one.
static int64_t numberOf(const struct Across *across, const int64_t *at) {
  int64_t number = 0;
  for (int32_t i = 0; i < across->count; ++i) {
    const struct Dimension *dimension = &across->dimensions[i];
    const int64_t length = lengthOf(dimension);
    const int64_t index = (at[i] - dimension->low) / dimension->step;
    if (index < 0 || index >= length ||
        dimension->low + index * dimension->step != at[i])
      return -1;
    number = number * length + index;
  }
  return number;
}

void __kmpc_doacross_init(struct Ident *place, int32_t global, int32_t count,
                          struct Dimension *dimensions) {
  (void)place, (void)global;
  struct Thread *me = __rb_omp_self();
  struct Book *book = me->across = __rb_omp_book(me);
  __rb_step_begin();
  if (!book->across)
    book->across = make(count, dimensions);
  __rb_step_end();
}

void __kmpc_doacross_wait(struct Ident *place, int32_t global,
                          const int64_t *at) {
  (void)place, (void)global;
  struct Thread *me = __rb_omp_self();
  __rb_step_begin();
  struct Across *across = me->across->across;
  const int64_t number = numberOf(across, at);
  if (number >= 0) {
    while (!across->marks[number])
      waitForOthers(me);
    take(&across->words[number]);
  }
  __rb_step_end();
}

void __kmpc_doacross_post(struct Ident *place, int32_t global,
                          const int64_t *at) {
  (void)place, (void)global;
  struct Thread *me = __rb_omp_self();
  __rb_step_begin();
  struct Across *across = me->across->across;
  const int64_t number = numberOf(across, at);
  if (number >= 0) {
    give(&across->words[number]);
    across->marks[number] = 1;
    wakeOthers(me->team);
  }
  __rb_step_end();
}

/// The last one to leave takes it down.
void __kmpc_doacross_fini(struct Ident *place, int32_t global) {
  (void)place, (void)global;
  struct Thread *me = __rb_omp_self();
  struct Book *book = me->across;
  me->across = 0;
  __rb_step_begin();
  struct Across *across = book->across;
  const int isLast = ++book->turn == (uint32_t)me->team->size;
  give(&across->ended);
  if (isLast) {
    take(&across->ended);
    book->turn = 0;
    book->across = 0;
  }
  __rb_step_end();
  if (!isLast)
    return;
  free(across->dimensions);
  free(across->marks);
  free(across->words);
  free(across);
}
