//===- runtime/openmp/books.c - OpenMP: the books of tasks ----------------===//
//
// Entries are numbered, the first free one is taken, and free ones are all 0: so
// equal situations look the same. Tested by test/openmp/task*.c.
//
//===----------------------------------------------------------------------===//
#include "runtime/openmp/task.h"

#include "runtime/include/rbcheck_abi.h"

#include <string.h>

__attribute__((section(RB_QUIET_SECTION))) struct TaskBooks __rb_omp_books;
struct TaskWords __rb_omp_words;

// What an entry was told in an earlier life is forgotten by a plain write.

struct Task *__rb_omp_new_task(struct Task *parent) {
  for (int i = 0; i < kTasks; ++i) {
    struct Task *task = &__rb_omp_books.tasks[i];
    if (task->isUsed)
      continue;
    task->isUsed = 1;
    task->parent = parent;
    if (parent)
      ++parent->kept;
    __rb_omp_words.made[i] = __rb_omp_words.ended[i] = 0;
    return task;
  }
  __rb_unsupported("more than 256 OpenMP tasks at once");
  return 0;
}

struct Group *__rb_omp_new_group(void) {
  for (int i = 0; i < kGroups; ++i)
    if (!__rb_omp_books.groups[i].isUsed) {
      __rb_omp_books.groups[i].isUsed = 1;
      __rb_omp_words.groups[i] = 0;
      return &__rb_omp_books.groups[i];
    }
  __rb_unsupported("more than 64 OpenMP taskgroups at once");
  return 0;
}

struct Heard *__rb_omp_new_heard(void) {
  for (int i = 0; i < kHeards; ++i)
    if (!__rb_omp_books.heards[i].isUsed) {
      __rb_omp_books.heards[i].isUsed = 1;
      for (int k = 0; k < 3; ++k)
        __rb_omp_words.heards[i][k] = 0;
      return &__rb_omp_books.heards[i];
    }
  __rb_unsupported("more than 256 variables in depend() of OpenMP tasks");
  return 0;
}

void __rb_omp_free_task(struct Task *task) {
  while (task && task->isFinished && task->kept == 0) {
    struct Task *parent = task->parent;
    while (task->heard) {
      struct Heard *next = task->heard->next;
      memset(task->heard, 0, sizeof *task->heard);
      task->heard = next;
    }
    memset(task, 0, sizeof *task);
    if (parent)
      --parent->kept;
    task = parent;
  }
}
