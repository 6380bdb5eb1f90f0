//===- runtime/openmp/task-reduction.c - OpenMP: reductions of tasks ------===//
//
// Every thread of the team has a copy of each variable, made when one of its tasks
// first asks for it; at the end of the taskgroup they are combined.
// Tested by test/openmp/task-reduction.c.
//
//===----------------------------------------------------------------------===//
#include "runtime/openmp/task.h"

#include <stdlib.h>
#include <string.h>

/// As clang describes a variable.
struct Variable {
  void *shared;
  void *original;
  size_t size;
  void (*init)(void *own, void *original);
  void (*end)(void *own);
  void (*combine)(void *shared, void *own);
  uint32_t flags;
};

struct Reductions {
  int32_t count, threads;
  struct Group *group;
  struct Variable *variables;
  char **copies; ///< threads x variables; null until asked for
};

/// The threads have given what they did to their copies.
static void combineAll(struct Reductions *all) {
  for (int32_t k = 0; k < all->count; ++k)
    for (int32_t i = 0; i < all->threads; ++i) {
      char *own = all->copies[i * all->count + k];
      if (!own)
        continue;
      all->variables[k].combine(all->variables[k].shared, own);
      if (all->variables[k].end)
        all->variables[k].end(own);
      free(own);
    }
  free(all->variables);
  free(all->copies);
  free(all);
}

void *__kmpc_taskred_init(int32_t global, int32_t count, void *data) {
  (void)global;
  struct Thread *me = __rb_omp_self();
  struct Task *task = __rb_omp_task(me);
  struct Reductions *all = calloc(1, sizeof *all);
  all->count = count;
  all->threads = me->team->size;
  all->variables = calloc((size_t)count, sizeof *all->variables);
  all->copies = calloc((size_t)(count * all->threads), sizeof *all->copies);
  memcpy(all->variables, data, (size_t)count * sizeof *all->variables);
  __rb_step_begin();
  struct Group *group = task->own ? task->own : task->group;
  if (!group)
    __rb_unsupported("an OpenMP task reduction outside of a taskgroup");
  if (group->reductions)
    __rb_unsupported("two OpenMP task reductions in one taskgroup");
  all->group = group;
  group->reductions = all;
  group->combine = combineAll;
  __rb_step_end();
  return group;
}

static int isPart(const struct Variable *variable, void *data, char *own) {
  char *shared = variable->shared;
  return ((char *)data >= shared && (char *)data < shared + variable->size) ||
         (own && (char *)data >= own && (char *)data < own + variable->size) ||
         data == variable->original;
}

/// The copy of this thread.
void *__kmpc_task_reduction_get_th_data(int32_t global, void *from, void *data) {
  (void)global;
  struct Thread *me = __rb_omp_self();
  __rb_step_begin();
  struct Group *group = from;
  if (!group)
    group = me->task->own ? me->task->own : me->task->group;
  struct Reductions *all = 0;
  for (; group; group = group->outer)
    if ((all = group->reductions))
      break;
  __rb_step_end();
  for (int32_t k = 0; all && k < all->count; ++k) {
    const struct Variable *variable = &all->variables[k];
    char **own = &all->copies[me->number * all->count + k];
    if (!isPart(variable, data, *own))
      continue;
    if (!*own) {
      *own = calloc(1, variable->size);
      if (variable->init)
        variable->init(*own, variable->original ? variable->original
                                                : variable->shared);
    }
    return *own;
  }
  __rb_unsupported("an OpenMP task reduction of a variable that the taskgroup "
                   "does not name");
  return 0;
}
