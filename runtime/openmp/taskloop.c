//===- runtime/openmp/taskloop.c - OpenMP: loops of tasks -----------------===//
//
// The iterations are dealt out to tasks that are copies of the first one. If
// nobody says how many, there is one for each thread of the team.
// Tested by test/openmp/taskloop*.c.
//
//===----------------------------------------------------------------------===//
#include "runtime/openmp/task.h"

#include <stdlib.h>
#include <string.h>

void __kmpc_taskgroup(struct Ident *place, int32_t global);
void __kmpc_end_taskgroup(struct Ident *place, int32_t global);

enum { kGrainSize = 1, kNumTasks = 2 };

static struct KmpTask *copyOf(struct KmpTask *task) {
  const struct Header *header = headerOf(task);
  struct Header *copy = calloc(1, header->size);
  if (!copy)
    __rb_unsupported("an OpenMP task without memory for it");
  memcpy(copy, header, header->size);
  struct KmpTask *kmp = (struct KmpTask *)(copy + 1);
  if (header->shareds)
    kmp->shareds = (char *)kmp + header->shareds;
  return kmp;
}

static uint64_t countTasks(uint64_t trip, int32_t schedule, uint64_t size,
                           int32_t threads) {
  uint64_t count = (uint64_t)threads;
  if (schedule == kGrainSize)
    count = trip / (size ? size : 1);
  else if (schedule == kNumTasks)
    count = size;
  if (count > trip)
    count = trip;
  return count ? count : 1;
}

static void deal(struct KmpTask *task, int32_t isNow, uint64_t *lower,
                 uint64_t *upper, int64_t step, int32_t schedule, uint64_t size,
                 void (*copy)(struct KmpTask *, struct KmpTask *, int32_t)) {
  struct Thread *me = __rb_omp_self();
  // Signed or not, the distance is the same.
  const uint64_t low = *lower, high = *upper;
  const uint64_t distance = step > 0 ? high - low : low - high;
  if ((int64_t)distance < 0) { // no iteration
    free(headerOf(task));
    return;
  }
  const uint64_t trip =
      distance / (step > 0 ? (uint64_t)step : 0 - (uint64_t)step) + 1;
  const uint64_t count = countTasks(trip, schedule, size, me->team->size);
  const size_t lowAt = (size_t)((char *)lower - (char *)task);
  const size_t highAt = (size_t)((char *)upper - (char *)task);
  uint64_t from = low;
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t length = trip / count + (i < trip % count);
    struct KmpTask *one = copyOf(task);
    *(uint64_t *)((char *)one + lowAt) = from;
    *(uint64_t *)((char *)one + highAt) =
        from + (uint64_t)step * (length - 1);
    from += (uint64_t)step * length;
    if (copy)
      copy(one, task, i == count - 1);
    if (isNow)
      headerOf(one)->flags |= kFinal;
    __rb_omp_start(me, one, 0, 0, 0, 0);
  }
  free(headerOf(task));
}

void __kmpc_taskloop(struct Ident *place, int32_t global, struct KmpTask *task,
                     int32_t isDeferred, uint64_t *lower, uint64_t *upper,
                     int64_t step, int32_t isWithoutGroup, int32_t schedule,
                     uint64_t size,
                     void (*copy)(struct KmpTask *, struct KmpTask *,
                                  int32_t)) {
  if (!isWithoutGroup)
    __kmpc_taskgroup(place, global);
  deal(task, !isDeferred, lower, upper, step, schedule, size, copy);
  if (!isWithoutGroup)
    __kmpc_end_taskgroup(place, global);
}

void __kmpc_taskloop_5(struct Ident *place, int32_t global,
                       struct KmpTask *task, int32_t isDeferred,
                       uint64_t *lower, uint64_t *upper, int64_t step,
                       int32_t isWithoutGroup, int32_t schedule, uint64_t size,
                       int32_t modifier,
                       void (*copy)(struct KmpTask *, struct KmpTask *,
                                    int32_t)) {
  (void)modifier;
  __kmpc_taskloop(place, global, task, isDeferred, lower, upper, step,
                  isWithoutGroup, schedule, size, copy);
}
