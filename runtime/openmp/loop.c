//===- runtime/openmp/loop.c - OpenMP: loops and sections -----------------===//
//
// A loop is cut into chunks, numbered from 0. With a static schedule a thread's
// number says which ones it does; else threads take the next number from the
// loop's book, so that who does what is a matter of the schedule. An iteration of
// an ordered loop waits for its turn. Tested by test/openmp/loop*.c.
//
//===----------------------------------------------------------------------===//
#include "runtime/openmp/team.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

int rb_choose(int n);

/// clang's names of schedules, and those of omp_set_schedule.
enum {
  kStaticChunked = 33, kStatic, kDynamic, kGuided, kRuntime, kAuto,
  kOrdered = 32,                        ///< is added to the above
  kDistributeChunked = 91, kDistribute,
  kModifiers = 3 << 29
};
enum { kOmpStatic = 1, kOmpDynamic, kOmpGuided, kOmpAuto };

/// Static -----------------------------------------------------------------------

/// Who shares a static loop: the threads of the team, or the teams of a league.
static void findSharers(struct Thread *me, int32_t schedule, int64_t *number,
                        int64_t *count) {
  struct Team *team = me->team;
  *number = me->number;
  if (schedule == kDistribute || schedule == kDistributeChunked) {
    // In a parallel region of a team it is the team that counts.
    for (; team && !team->isLeague; team = team->outer)
      *number = team->outerNumber;
    if (!team) {
      *number = 0;
      *count = 1;
      return;
    }
  }
  *count = team->size;
}

/// The part of this thread, as the largest and smallest value of the variable.
/// `number` iterations, of which each of `count` gets an equal part.
static void blockOf(uint64_t trip, int64_t number, int64_t count,
                    uint64_t *first, uint64_t *size) {
  uint64_t small = trip / (uint64_t)count, rest = trip % (uint64_t)count;
  *first = small * (uint64_t)number +
           ((uint64_t)number < rest ? (uint64_t)number : rest);
  *size = small + ((uint64_t)number < rest);
}

/// Sections may go to any thread. Their code wants consecutive ones, so for two
/// threads every cut is tried; the first one to come chooses.
static void cutSections(struct Thread *me, uint64_t trip, uint64_t *first,
                        uint64_t *size) {
  struct Book *book = __rb_omp_book(me);
  uint64_t cut;
  __rb_step_begin();
  if (book->turn == 0) {
    cut = (uint64_t)rb_choose((int)trip + 1);
    book->turn = (uint32_t)cut + 1;
  } else {
    cut = book->turn - 1;
    book->turn = 0;
  }
  __rb_step_end();
  *first = me->number ? cut : 0;
  *size = me->number ? trip - cut : cut;
}

#define STATIC_INIT(name, type, wide, signed_type)                             \
  void name(struct Ident *place, int32_t global, int32_t schedule,             \
            int32_t *last, type *lower, type *upper, signed_type *stride,      \
            signed_type step, signed_type chunk) {                             \
    (void)global;                                                              \
    struct Thread *me = __rb_omp_self();                                       \
    schedule &= ~kModifiers;                                                   \
    int64_t number, count;                                                     \
    findSharers(me, schedule, &number, &count);                                \
    const type low = *lower, high = *upper;                                    \
    if (step > 0 ? high < low : low < high) {                                  \
      *last = 0;                                                               \
      *stride = step;                                                          \
      return;                                                                  \
    }                                                                          \
    const uint64_t distance =                                                  \
        step > 0 ? (uint64_t)(wide)high - (uint64_t)(wide)low                  \
                 : (uint64_t)(wide)low - (uint64_t)(wide)high;                 \
    const uint64_t size = step > 0 ? (uint64_t)step : 0 - (uint64_t)step;      \
    const uint64_t trip = distance / size + 1;                                 \
    if (schedule == kStaticChunked || schedule == kDistributeChunked) {        \
      const uint64_t each = chunk > 0 ? (uint64_t)chunk : 1;                   \
      *stride = (signed_type)((int64_t)step * (int64_t)each * count);          \
      *lower = (type)(low + (type)((int64_t)step * (int64_t)each * number));   \
      *upper = (type)(*lower + (type)((int64_t)step * ((int64_t)each - 1)));   \
      *last = (trip - 1) / each % (uint64_t)count == (uint64_t)number;         \
      return;                                                                  \
    }                                                                          \
    uint64_t begin, length;                                                    \
    if (place->flags & kIdentSections && count == 2)                           \
      cutSections(me, trip, &begin, &length);                                  \
    else                                                                       \
      blockOf(trip, number, count, &begin, &length);                           \
    *stride = (signed_type)((int64_t)step * (int64_t)trip);                    \
    *last = length && begin + length == trip;                                  \
    if (length) {                                                              \
      *lower = (type)(low + (type)((int64_t)step * (int64_t)begin));           \
      *upper = (type)(*lower + (type)((int64_t)step * (int64_t)(length - 1))); \
    } else {                                                                   \
      /* Nothing: from one behind the end to the end. */                       \
      *lower = (type)(high + (type)step);                                      \
      *upper = high;                                                           \
    }                                                                          \
  }

STATIC_INIT(__kmpc_for_static_init_4, int32_t, int64_t, int32_t)
STATIC_INIT(__kmpc_for_static_init_4u, uint32_t, uint64_t, int32_t)
STATIC_INIT(__kmpc_for_static_init_8, int64_t, int64_t, int64_t)
STATIC_INIT(__kmpc_for_static_init_8u, uint64_t, uint64_t, int64_t)

void __kmpc_for_static_fini(struct Ident *place, int32_t global) {
  (void)place, (void)global;
}

/// Others -----------------------------------------------------------------------

static uint64_t guidedSize(const struct Loop *loop, uint64_t left,
                           uint64_t threads) {
  uint64_t size = (left + 2 * threads - 1) / (2 * threads);
  if (size < loop->chunk)
    size = loop->chunk;
  return size < left ? size : left;
}

static uint64_t countChunks(const struct Loop *loop, uint64_t threads) {
  if (loop->kind != kGuided)
    return (loop->trip + loop->chunk - 1) / loop->chunk;
  uint64_t count = 0;
  for (uint64_t left = loop->trip; left; ++count)
    left -= guidedSize(loop, left, threads);
  return count;
}

/// The iterations of a chunk.
static void findChunk(const struct Loop *loop, uint64_t threads,
                      uint64_t number, uint64_t *begin, uint64_t *end) {
  if (loop->kind != kGuided) {
    *begin = number * loop->chunk;
    *end = *begin + loop->chunk < loop->trip ? *begin + loop->chunk
                                             : loop->trip;
    return;
  }
  uint64_t from = 0;
  for (; number; --number)
    from += guidedSize(loop, loop->trip - from, threads);
  *begin = from;
  *end = from + guidedSize(loop, loop->trip - from, threads);
}

/// What schedule(runtime) means.
static void applyRuntime(struct Thread *me, struct Loop *loop) {
  loop->chunk = me->scheduleChunk > 0 ? (uint64_t)me->scheduleChunk : 0;
  switch (me->schedule & 0xf) {
  case kOmpDynamic:
    loop->kind = kDynamic;
    break;
  case kOmpGuided:
    loop->kind = kGuided;
    break;
  case kOmpAuto:
    loop->kind = kAuto;
    break;
  default:
    loop->kind = loop->chunk ? kStaticChunked : kStatic;
  }
}

static void beginLoop(int32_t schedule, uint64_t trip, int64_t first,
                      int64_t step, int64_t chunk) {
  struct Thread *me = __rb_omp_self();
  struct Loop *loop = &me->loop;
  const uint64_t threads = (uint64_t)me->team->size;
  memset(loop, 0, sizeof *loop);
  schedule &= ~kModifiers;
  loop->isOrdered = schedule >= kStaticChunked + kOrdered &&
                    schedule <= kAuto + kOrdered;
  loop->kind = loop->isOrdered ? schedule - kOrdered : schedule;
  loop->trip = trip;
  loop->first = first;
  loop->step = step;
  loop->chunk = chunk > 0 ? (uint64_t)chunk : 0;
  if (loop->kind == kRuntime)
    applyRuntime(me, loop);
  if (loop->kind < kStaticChunked || loop->kind > kAuto)
    __rb_unsupported("an unknown OpenMP schedule");
  if (loop->kind == kAuto) // anything is allowed, so is this
    loop->kind = kDynamic;
  if (loop->kind == kStatic) {
    loop->kind = kStaticChunked;
    loop->chunk = (trip + threads - 1) / threads;
  }
  if (!loop->chunk)
    loop->chunk = 1;
  loop->chunks = countChunks(loop, threads);
  loop->next = (uint64_t)me->number;
  loop->book = __rb_omp_book(me);
}

static void resetTurn(struct Book *book) {
  __rb_step_begin();
  book->turn = 0;
  __rb_step_end();
}

static int nextChunk(int32_t *last, uint64_t *begin, uint64_t *end) {
  struct Thread *me = __rb_omp_self();
  struct Loop *loop = &me->loop;
  const uint64_t threads = (uint64_t)me->team->size;
  uint64_t number;
  if (loop->kind == kStaticChunked && loop->next < loop->chunks) {
    number = loop->next;
    loop->next += threads;
  } else {
    number = __atomic_fetch_add(&loop->book->taken, 1, __ATOMIC_RELAXED);
    if (loop->kind == kStaticChunked) // only counts who is finished
      number += loop->chunks;
  }
  if (number >= loop->chunks) {
    if (number == loop->chunks + threads - 1) { // the last one
      __atomic_exchange_n(&loop->book->taken, 0, __ATOMIC_RELAXED);
      if (loop->isOrdered)
        resetTurn(loop->book);
    }
    memset(loop, 0, sizeof *loop);
    return 0;
  }
  findChunk(loop, threads, number, begin, end);
  loop->iteration = *begin;
  *last = number == loop->chunks - 1;
  return 1;
}

#define DISPATCH(suffix, type, wide, signed_type)                              \
  void __kmpc_dispatch_init_##suffix(struct Ident *place, int32_t global,      \
                                     int32_t schedule, type lower, type upper, \
                                     signed_type step, signed_type chunk) {    \
    (void)place, (void)global;                                                 \
    uint64_t trip = 0;                                                         \
    if (step > 0 ? lower <= upper : upper <= lower) {                          \
      const uint64_t distance =                                                \
          step > 0 ? (uint64_t)(wide)upper - (uint64_t)(wide)lower             \
                   : (uint64_t)(wide)lower - (uint64_t)(wide)upper;            \
      trip = distance / (step > 0 ? (uint64_t)step : 0 - (uint64_t)step) + 1;  \
    }                                                                          \
    beginLoop(schedule, trip, (int64_t)(wide)lower, step, chunk);              \
  }                                                                            \
  int32_t __kmpc_dispatch_next_##suffix(struct Ident *place, int32_t global,   \
                                        int32_t *last, type *lower,            \
                                        type *upper, signed_type *stride) {    \
    (void)place, (void)global;                                                 \
    const int64_t first = __rb_omp_self()->loop.first;                         \
    const int64_t step = __rb_omp_self()->loop.step;                           \
    uint64_t begin, end;                                                       \
    if (!nextChunk(last, &begin, &end))                                        \
      return 0;                                                                \
    *lower = (type)(first + (int64_t)begin * step);                            \
    *upper = (type)(first + (int64_t)(end - 1) * step);                        \
    *stride = (signed_type)step;                                               \
    return 1;                                                                  \
  }                                                                            \
  void __kmpc_dispatch_fini_##suffix(struct Ident *place, int32_t global) {    \
    (void)place, (void)global;                                                 \
    endIteration(__rb_omp_self());                                   \
  }

/// Ordered ----------------------------------------------------------------------

static void awaitTurn(struct Thread *me) {
  __rb_step_begin();
  while (me->loop.book->turn != me->loop.iteration)
    waitForOthers(me);
  take(&me->loop.book->ordered);
  __rb_step_end();
}

static void passTurn(struct Thread *me) {
  __rb_step_begin();
  give(&me->loop.book->ordered);
  ++me->loop.book->turn;
  wakeOthers(me->team);
  __rb_step_end();
  me->loop.isPassed = 1;
}

void __kmpc_ordered(struct Ident *place, int32_t global) {
  (void)place, (void)global;
  struct Thread *me = __rb_omp_self();
  if (me->loop.isOrdered)
    awaitTurn(me);
}

void __kmpc_end_ordered(struct Ident *place, int32_t global) {
  (void)place, (void)global;
  struct Thread *me = __rb_omp_self();
  if (me->loop.isOrdered)
    passTurn(me);
}

/// An iteration that had no ordered region lets the next one go on all the same.
static void endIteration(struct Thread *me) {
  if (!me->loop.isOrdered)
    return;
  if (!me->loop.isPassed) {
    awaitTurn(me);
    passTurn(me);
  }
  me->loop.isPassed = 0;
  ++me->loop.iteration;
}

DISPATCH(4, int32_t, int64_t, int32_t)
DISPATCH(4u, uint32_t, uint64_t, int32_t)
DISPATCH(8, int64_t, int64_t, int64_t)
DISPATCH(8u, uint64_t, uint64_t, int64_t)

void __kmpc_dispatch_deinit(struct Ident *place, int32_t global) {
  (void)place, (void)global;
}
