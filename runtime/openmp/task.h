//===- runtime/openmp/task.h - Tasks of a team ----------------------------===//
//
// A task that may wait is in its team's list until it is finished, and any thread
// of the team may execute it where OpenMP allows that: in taskwait, at the end of
// a taskgroup, at a barrier, in taskyield. Which one a thread takes is a choice
// that is explored.
//
// The books (Task, Group, Heard) are touched in sections only (team.h) and lie in
// memory that is not watched for data races. What tasks tell each other goes
// through the words beside them.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "runtime/openmp/team.h"

/// What clang's code knows of a task; its variables follow.
struct KmpTask {
  void *shareds;
  int32_t (*entry)(int32_t global, struct KmpTask *task);
  int32_t part;
  union {
    int32_t priority;
    int32_t (*destroy)(int32_t global, struct KmpTask *task);
  } data1, data2;
};

/// In front of a KmpTask, in the same block of memory.
struct Header {
  struct Task *task; ///< once it was started
  int32_t flags;
  int32_t unused;
  size_t size;       ///< of all of the block
  size_t shareds;    ///< where in the KmpTask they are; 0 = none
};
static inline struct Header *headerOf(struct KmpTask *task) {
  return (struct Header *)task - 1;
}

/// Flags of clang.
enum {
  kTied = 1, kFinal = 2, kHasDestructors = 8, kProxy = 0x10,
  kDetachable = 0x40
};

/// An entry of depend().
struct Depend {
  intptr_t address;
  size_t length;
  uint8_t flags;
};
enum { kIn = 1, kOut = 2, kMutex = 4, kSet = 8, kAllMemory = 0x80 };
enum { kMaxDepends = 16 };

/// What the finished children of a task tell later ones by their depend(): those
/// that read, that write, that write in any order.
struct Heard {
  int32_t isUsed;
  intptr_t address;
  struct Heard *next;
};

struct Reductions;

struct Group {
  int32_t isUsed;
  int32_t unfinished;
  struct Group *outer;
  struct Reductions *reductions; ///< null: none
  void (*combine)(struct Reductions *);
};

enum { kWaiting, kRunning, kSuspended };

struct Task {
  int32_t isUsed;
  int32_t state;
  int32_t isTied, isFinal, isFinished;
  int32_t children;        ///< that are not finished
  int32_t kept;            ///< children whose books are needed
  struct Task *next;       ///< in the team's list
  struct Task *parent;     ///< null: an implicit one
  struct KmpTask *kmp;
  struct Group *group;     ///< that it is part of
  struct Group *own;       ///< innermost one that it began
  struct Heard *heard;
  int32_t dependCount;
  struct { intptr_t address; int32_t flags; } depends[kMaxDepends];
};

enum { kTasks = 256, kGroups = 64, kHeards = 256 };
struct TaskBooks {
  struct Task tasks[kTasks];
  struct Group groups[kGroups];
  struct Heard heards[kHeards];
};
/// What is told: a task by its maker, and by its children; who waits for a group;
/// by variables.
struct TaskWords {
  int32_t made[kTasks], ended[kTasks], groups[kGroups], heards[kHeards][3];
};
extern struct TaskBooks __rb_omp_books;
extern struct TaskWords __rb_omp_words;

static inline int32_t *madeWord(struct Task *task) {
  return &__rb_omp_words.made[task - __rb_omp_books.tasks];
}
static inline int32_t *endedWord(struct Task *task) {
  return &__rb_omp_words.ended[task - __rb_omp_books.tasks];
}
static inline int32_t *groupWord(struct Group *group) {
  return &__rb_omp_words.groups[group - __rb_omp_books.groups];
}

/// books.c, all in a section.
struct Task *__rb_omp_new_task(struct Task *parent);
struct Group *__rb_omp_new_group(void);
struct Heard *__rb_omp_new_heard(void);
/// Of a task that is finished, and of parents that wait for that.
void __rb_omp_free_task(struct Task *task);

/// task.c: the task that the thread executes.
struct Task *__rb_omp_task(struct Thread *me);
/// Executes it here and now, or puts it into the list.
void __rb_omp_start(struct Thread *me, struct KmpTask *kmp, int32_t count,
                    const struct Depend *depends, int32_t moreCount,
                    const struct Depend *more);
struct KmpTask *__rb_omp_make(int32_t flags, size_t size, size_t sharedsSize);
/// In a section: executes some task of the team if there is one.
int __rb_omp_work(struct Thread *me);

/// All meet, and all tasks are finished. `isEnd`: of the region.
void __rb_omp_meet(struct Thread *me, int isEnd);
/// What a member of the team does around the region's code.
void __rb_omp_run_with_tasks(struct Thread *me, void (*run)(struct Thread *));

/// depend.c, in a section: no earlier sibling keeps it from starting.
void __rb_omp_set_depends(struct Task *task, int32_t count,
                          const struct Depend *depends, int32_t moreCount,
                          const struct Depend *more);
int __rb_omp_is_ready(struct Team *team, struct Task *task);
/// It starts, or is finished: what flows by its depend().
void __rb_omp_hear(struct Task *task);
void __rb_omp_tell(struct Task *task);

void __rb_keep(void *function);
int rb_choose(int n);
