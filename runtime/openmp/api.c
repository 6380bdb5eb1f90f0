//===- runtime/openmp/api.c - OpenMP: the functions of omp.h --------------===//
//
// What a program asks and sets. Tested by test/openmp/parallel.c.
//
//===----------------------------------------------------------------------===//
#include "runtime/openmp/team.h"

#include <stdlib.h>
#include <time.h>

int omp_get_thread_num(void) { return __rb_omp_self()->number; }
int omp_get_num_threads(void) {
  struct Team *team = __rb_omp_self()->team;
  return team->isLeague ? 1 : team->size;
}
int omp_get_max_threads(void) { return __rb_omp_threads(__rb_omp_self()); }
void omp_set_num_threads(int number) {
  if (number > 0)
    __rb_omp_self()->threads = number;
}
int omp_get_num_procs(void) { return 2; }
int omp_in_parallel(void) { return __rb_omp_self()->team->activeLevel > 0; }
int omp_get_thread_limit(void) { return 256; }

void omp_set_dynamic(int isDynamic) {
  __rb_omp_self()->isDynamic = isDynamic != 0;
}
int omp_get_dynamic(void) { return __rb_omp_self()->isDynamic; }

enum { kMaxLevels = 8 };
int omp_get_max_active_levels(void) { return __rb_omp_self()->maxLevels; }
void omp_set_max_active_levels(int levels) {
  if (levels >= 0)
    __rb_omp_self()->maxLevels = levels < kMaxLevels ? levels : kMaxLevels;
}
int omp_get_supported_active_levels(void) { return kMaxLevels; }
void omp_set_nested(int isNested) {
  omp_set_max_active_levels(isNested ? kMaxLevels : 1);
}
int omp_get_nested(void) { return omp_get_max_active_levels() > 1; }

int omp_get_level(void) { return __rb_omp_self()->team->level; }
int omp_get_active_level(void) { return __rb_omp_self()->team->activeLevel; }

/// The team of that level, and the number of this thread, or of the one it
/// descends from, in it; null if there is none.
static struct Team *teamOf(int level, int *number) {
  struct Team *team = __rb_omp_self()->team;
  *number = __rb_omp_self()->number;
  if (level < 0 || level > team->level)
    return 0;
  while (team->level > level) {
    *number = team->outerNumber;
    team = team->outer;
  }
  return team;
}
int omp_get_ancestor_thread_num(int level) {
  int number;
  return teamOf(level, &number) ? number : -1;
}
int omp_get_team_size(int level) {
  int number;
  struct Team *team = teamOf(level, &number);
  return team ? team->size : -1;
}

void omp_set_schedule(int kind, int chunk) {
  __rb_omp_self()->schedule = kind;
  __rb_omp_self()->scheduleChunk = chunk;
}
void omp_get_schedule(int *kind, int *chunk) {
  *kind = __rb_omp_self()->schedule;
  *chunk = __rb_omp_self()->scheduleChunk;
}

double omp_get_wtime(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
double omp_get_wtick(void) { return 1e-9; }

int omp_get_cancellation(void) { return 0; }
int omp_get_proc_bind(void) { return 0; }
int omp_get_num_places(void) { return 0; }
int omp_get_max_task_priority(void) { return 0; }

/// There is no device but the host.
int omp_get_num_devices(void) { return 0; }
int omp_get_default_device(void) { return 0; }
void omp_set_default_device(int device) { (void)device; }
int omp_get_initial_device(void) { return 0; }
int omp_get_device_num(void) { return 0; }
int omp_is_initial_device(void) { return 1; }

void *omp_alloc(size_t size, uintptr_t allocator) {
  return (void)allocator, malloc(size);
}
void omp_free(void *memory, uintptr_t allocator) {
  (void)allocator;
  free(memory);
}
void *__kmpc_alloc(int32_t global, size_t size, void *allocator) {
  return (void)global, (void)allocator, malloc(size);
}
void __kmpc_free(int32_t global, void *memory, void *allocator) {
  (void)global, (void)allocator;
  free(memory);
}
