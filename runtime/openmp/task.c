//===- runtime/openmp/task.c - OpenMP: tasks ------------------------------===//
//
// Tasks of a team of one thread, of a final task, or with if(0), are executed when
// they are met; all others wait (task.h). A thread that is inside a tied task takes
// only descendants of it, as OpenMP demands. Tested by test/openmp/task*.c.
//
//===----------------------------------------------------------------------===//
#include "runtime/openmp/task.h"

#include <stdlib.h>
#include <string.h>

/// Making -----------------------------------------------------------------------

struct Task *__rb_omp_task(struct Thread *me) {
  if (!me->task) { // outside of any region
    __rb_step_begin();
    me->task = __rb_omp_new_task(0);
    __rb_step_end();
  }
  return me->task;
}

struct KmpTask *__rb_omp_make(int32_t flags, size_t size, size_t sharedsSize) {
  if (flags & (kProxy | kDetachable))
    __rb_unsupported("a detached OpenMP task");
  size = (size + 15) & ~(size_t)15;
  struct Header *header = calloc(1, sizeof *header + size + sharedsSize);
  if (!header)
    __rb_unsupported("an OpenMP task without memory for it");
  struct KmpTask *kmp = (struct KmpTask *)(header + 1);
  header->flags = flags;
  header->size = sizeof *header + size + sharedsSize;
  header->shareds = sharedsSize ? size : 0;
  kmp->shareds = sharedsSize ? (char *)kmp + size : 0;
  return kmp;
}

struct KmpTask *__kmpc_omp_task_alloc(struct Ident *place, int32_t global,
                                      int32_t flags, size_t size,
                                      size_t sharedsSize,
                                      int32_t (*entry)(int32_t,
                                                       struct KmpTask *)) {
  (void)place, (void)global;
  // A program that has tasks meets at barriers in another way (team.c).
  __rb_keep(__rb_omp_meet);
  __rb_keep(__rb_omp_run_with_tasks);
  struct KmpTask *kmp = __rb_omp_make(flags, size, sharedsSize);
  kmp->entry = entry;
  return kmp;
}

/// Books, all in a section ------------------------------------------------------

/// The parent has one more.
static struct Task *enter(struct Thread *me, struct KmpTask *kmp) {
  struct Task *parent = me->task;
  struct Task *task = __rb_omp_new_task(parent);
  ++parent->children;
  task->kmp = kmp;
  task->isTied = headerOf(kmp)->flags & kTied;
  task->isFinal = (headerOf(kmp)->flags & kFinal) || parent->isFinal;
  task->group = parent->own ? parent->own : parent->group;
  if (task->group)
    ++task->group->unfinished;
  struct Task **at = &me->team->tasks;
  while (*at)
    at = &(*at)->next;
  *at = task;
  headerOf(kmp)->task = task;
  return task;
}

static void finish(struct Thread *me, struct Task *task) {
  struct Team *team = me->team;
  free(headerOf(task->kmp));
  struct Task **at = &team->tasks;
  while (*at != task)
    at = &(*at)->next;
  *at = task->next;
  __rb_omp_tell(task);
  give(endedWord(task->parent));
  --task->parent->children;
  if (task->group) {
    give(groupWord(task->group));
    --task->group->unfinished;
  }
  give(&team->meeting->met[team->phase]);
  task->isFinished = 1;
  __rb_omp_free_task(task);
  wakeOthers(team);
}

static int isDescendant(struct Task *task, struct Task *of) {
  for (; task; task = task->parent)
    if (task == of)
      return 1;
  return 0;
}

static int mayTake(struct Thread *me, struct Task *task) {
  if (task->state == kRunning)
    return 0;
  struct Task *inside = me->task;
  if (inside->parent && inside->isTied && !isDescendant(task, inside))
    return 0;
  return __rb_omp_is_ready(me->team, task);
}

/// Executing --------------------------------------------------------------------

/// Not in a section.
static void execute(struct Thread *me, struct Task *task, struct KmpTask *kmp) {
  struct Task *outer = me->task;
  me->task = task;
  kmp->entry(me->number, kmp);
  if (headerOf(kmp)->flags & kHasDestructors && task->state == kRunning)
    kmp->data1.destroy(me->number, kmp);
  me->task = outer;
}

int __rb_omp_work(struct Thread *me) {
  int count = 0;
  for (struct Task *task = me->team->tasks; task; task = task->next)
    count += mayTake(me, task);
  if (!count)
    return 0;
  int number = count > 1 ? rb_choose(count) : 0;
  struct Task *task = me->team->tasks;
  while (!mayTake(me, task) || number-- > 0)
    task = task->next;
  task->state = kRunning;
  struct KmpTask *kmp = task->kmp;
  take(madeWord(task));
  __rb_omp_hear(task);
  __rb_step_end();
  execute(me, task, kmp);
  __rb_step_begin();
  if (task->state == kRunning)
    finish(me, task);
  return 1;
}

/// A part of an untied task is over: whoever comes does the next one.
static void suspend(struct Thread *me, struct Task *task) {
  __rb_step_begin();
  task->state = kSuspended;
  give(madeWord(task));
  wakeOthers(me->team);
  __rb_step_end();
}

static void executeNow(struct Thread *me, struct Task *task,
                       struct KmpTask *kmp) {
  do {
    task->state = kRunning;
    execute(me, task, kmp);
  } while (task->state == kSuspended);
  __rb_step_begin();
  finish(me, task);
  __rb_step_end();
}

void __rb_omp_start(struct Thread *me, struct KmpTask *kmp, int32_t count,
                    const struct Depend *depends, int32_t moreCount,
                    const struct Depend *more) {
  struct Task *parent = __rb_omp_task(me);
  if (headerOf(kmp)->task == parent) {
    suspend(me, parent);
    return;
  }
  struct Team *team = me->team;
  __rb_step_begin();
  const int isNow = team->size == 1 || parent->isFinal;
  struct Task *task = enter(me, kmp);
  __rb_omp_set_depends(task, count, depends, moreCount, more);
  if (isNow) {
    task->state = kRunning;
    while (!__rb_omp_is_ready(team, task))
      if (!__rb_omp_work(me))
        waitForOthers(me);
    __rb_omp_hear(task);
  } else {
    give(madeWord(task));
    wakeOthers(team);
  }
  __rb_step_end();
  if (isNow)
    executeNow(me, task, kmp);
}

int32_t __kmpc_omp_task(struct Ident *place, int32_t global,
                        struct KmpTask *task) {
  (void)place, (void)global;
  __rb_omp_start(__rb_omp_self(), task, 0, 0, 0, 0);
  return 0;
}

/// if(0): the caller executes the task itself, between these two.
void __kmpc_omp_task_begin_if0(struct Ident *place, int32_t global,
                               struct KmpTask *kmp) {
  (void)place, (void)global;
  struct Thread *me = __rb_omp_self();
  __rb_omp_task(me);
  __rb_step_begin();
  struct Task *task = enter(me, kmp);
  task->state = kRunning;
  __rb_step_end();
  me->task = task;
}
void __kmpc_omp_task_complete_if0(struct Ident *place, int32_t global,
                                  struct KmpTask *kmp) {
  (void)place, (void)global;
  struct Thread *me = __rb_omp_self();
  struct Task *task = me->task;
  if (headerOf(kmp)->flags & kHasDestructors)
    kmp->data1.destroy(me->number, kmp);
  __rb_step_begin();
  me->task = task->parent;
  finish(me, task);
  __rb_step_end();
}

/// Waiting ----------------------------------------------------------------------

int32_t __kmpc_omp_taskwait(struct Ident *place, int32_t global) {
  (void)place, (void)global;
  struct Thread *me = __rb_omp_self();
  struct Task *task = __rb_omp_task(me);
  __rb_step_begin();
  while (task->children)
    if (!__rb_omp_work(me))
      waitForOthers(me);
  take(endedWord(task));
  __rb_step_end();
  return 0;
}

int32_t __kmpc_omp_taskyield(struct Ident *place, int32_t global, int32_t end) {
  (void)place, (void)global, (void)end;
  struct Thread *me = __rb_omp_self();
  __rb_omp_task(me);
  if (me->team->size > 1 && rb_choose(2)) {
    __rb_step_begin();
    __rb_omp_work(me);
    __rb_step_end();
  }
  return 0;
}

void __kmpc_taskgroup(struct Ident *place, int32_t global) {
  (void)place, (void)global;
  struct Task *task = __rb_omp_task(__rb_omp_self());
  __rb_step_begin();
  struct Group *group = __rb_omp_new_group();
  group->outer = task->own ? task->own : task->group;
  task->own = group;
  __rb_step_end();
}

void __kmpc_end_taskgroup(struct Ident *place, int32_t global) {
  (void)place, (void)global;
  struct Thread *me = __rb_omp_self();
  struct Task *task = __rb_omp_task(me);
  __rb_step_begin();
  struct Group *group = task->own;
  while (group->unfinished)
    if (!__rb_omp_work(me))
      waitForOthers(me);
  take(groupWord(group));
  struct Reductions *reductions = group->reductions;
  void (*combine)(struct Reductions *) = group->combine;
  task->own = group->outer == task->group ? 0 : group->outer;
  memset(group, 0, sizeof *group);
  __rb_step_end();
  if (reductions)
    combine(reductions);
}

/// Meeting ----------------------------------------------------------------------

void __rb_omp_meet(struct Thread *me, int isEnd) {
  struct Team *team = me->team;
  __rb_step_begin();
  const int32_t phase = team->phase;
  ++team->arrived[isEnd];
  give(&team->meeting->met[phase]);
  while (team->phase == phase) {
    if (__rb_omp_work(me))
      continue;
    if (team->arrived[isEnd] == team->size && !team->tasks) {
      team->arrived[isEnd] = 0;
      team->phase = !phase;
      wakeOthers(team);
      break;
    }
    waitForOthers(me);
  }
  take(&team->meeting->met[phase]);
  __rb_step_end();
}

void __rb_omp_run_with_tasks(struct Thread *me, void (*run)(struct Thread *)) {
  struct Task *outer = me->task;
  __rb_step_begin();
  struct Task *task = me->task = __rb_omp_new_task(0);
  __rb_step_end();
  run(me);
  if (me->team->size > 1)
    __rb_omp_meet(me, 1);
  __rb_step_begin();
  task->isFinished = 1;
  __rb_omp_free_task(task);
  __rb_step_end();
  me->task = outer;
}

int omp_in_final(void) {
  struct Task *task = __rb_omp_self()->task;
  return task && task->isFinal;
}
