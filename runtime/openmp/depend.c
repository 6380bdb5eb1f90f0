//===- runtime/openmp/depend.c - OpenMP: depend() of tasks ----------------===//
//
// A task waits for those siblings that were made earlier, are not finished, and
// name the same variable, unless both only read it, or both write it in any order
// (inoutset; mutexinoutset, but then not at the same time). What finished ones
// have to tell is kept by their parent, by variable. Tested by
// test/openmp/depend*.c.
//
//===----------------------------------------------------------------------===//
#include "runtime/openmp/task.h"


enum { kReads, kWrites, kAnyOrder };

static int kindOf(int32_t flags) {
  if (flags & (kMutex | kSet))
    return kAnyOrder;
  return flags & kOut ? kWrites : kReads;
}

/// One has to wait for the other, both of the same variable.
static int areOrdered(int32_t a, int32_t b) {
  const int one = kindOf(a), other = kindOf(b);
  if (one != other || one == kWrites)
    return 1;
  // Sets that exclude each other are another kind than those that do not.
  return one == kAnyOrder && (a & kMutex) != (b & kMutex);
}

/// `isEarlier`: it was made before.
static int keepsWaiting(struct Task *other, struct Task *task, int isEarlier) {
  if (other->parent != task->parent || other == task)
    return 0;
  for (int32_t i = 0; i < other->dependCount; ++i)
    for (int32_t k = 0; k < task->dependCount; ++k) {
      const int32_t a = other->depends[i].flags, b = task->depends[k].flags;
      if (other->depends[i].address != task->depends[k].address)
        continue;
      if ((isEarlier && areOrdered(a, b)) ||
          (other->state != kWaiting && a & b & kMutex))
        return 1;
    }
  return 0;
}

int __rb_omp_is_ready(struct Team *team, struct Task *task) {
  if (task->state == kSuspended)
    return 1;
  int earlier = 1;
  for (struct Task *other = team->tasks; other; other = other->next) {
    if (other == task)
      earlier = 0;
    if (keepsWaiting(other, task, earlier))
      return 0;
  }
  return 1;
}

/// The words of a variable that children of `parent` depend on.
static int32_t *wordsOf(struct Task *parent, intptr_t address) {
  struct Heard **at = &parent->heard;
  while (*at && (*at)->address != address)
    at = &(*at)->next;
  if (!*at) {
    *at = __rb_omp_new_heard();
    (*at)->address = address;
  }
  return __rb_omp_words.heards[*at - __rb_omp_books.heards];
}

void __rb_omp_hear(struct Task *task) {
  for (int32_t i = 0; i < task->dependCount; ++i) {
    const int32_t flags = task->depends[i].flags;
    int32_t *words = wordsOf(task->parent, task->depends[i].address);
    const int kind = kindOf(flags);
    for (int other = 0; other < 3; ++other)
      if (other != kind || kind == kWrites || flags & kMutex)
        take(&words[other]);
  }
}

void __rb_omp_tell(struct Task *task) {
  for (int32_t i = 0; i < task->dependCount; ++i)
    give(&wordsOf(task->parent,
                  task->depends[i].address)[kindOf(task->depends[i].flags)]);
}

void __rb_omp_set_depends(struct Task *task, int32_t count,
                          const struct Depend *depends, int32_t moreCount,
                          const struct Depend *more) {
  if (moreCount < 0 || !more)
    moreCount = 0;
  if (count + moreCount > kMaxDepends)
    __rb_unsupported("an OpenMP task with more than 16 depend()");
  task->dependCount = count + moreCount;
  for (int32_t i = 0; i < task->dependCount; ++i) {
    const struct Depend *one = i < count ? &depends[i] : &more[i - count];
    if (one->flags & kAllMemory)
      __rb_unsupported("depend() of all memory");
    task->depends[i].address = one->address;
    task->depends[i].flags = one->flags;
  }
}

int32_t __kmpc_omp_task_with_deps(struct Ident *place, int32_t global,
                                  struct KmpTask *task, int32_t count,
                                  struct Depend *depends, int32_t moreCount,
                                  struct Depend *more) {
  (void)place, (void)global;
  __rb_omp_start(__rb_omp_self(), task, count, depends, moreCount, more);
  return 0;
}

/// taskwait depend(), and a task with if(0): waits as a task with the same
/// depend() would.
void __kmpc_omp_wait_deps(struct Ident *place, int32_t global, int32_t count,
                          struct Depend *depends, int32_t moreCount,
                          struct Depend *more) {
  (void)place, (void)global;
  struct Thread *me = __rb_omp_self();
  struct Task *parent = __rb_omp_task(me);
  __rb_step_begin();
  struct Task *task = __rb_omp_new_task(parent);
  __rb_omp_set_depends(task, count, depends, moreCount, more);
  while (!__rb_omp_is_ready(me->team, task))
    if (!__rb_omp_work(me))
      waitForOthers(me);
  __rb_omp_hear(task);
  task->isFinished = 1;
  __rb_omp_free_task(task);
  __rb_step_end();
}

void __kmpc_omp_taskwait_deps_51(struct Ident *place, int32_t global,
                                 int32_t count, struct Depend *depends,
                                 int32_t moreCount, struct Depend *more,
                                 int32_t isNoWait) {
  if (isNoWait)
    __rb_unsupported("taskwait with nowait");
  __kmpc_omp_wait_deps(place, global, count, depends, moreCount, more);
}
