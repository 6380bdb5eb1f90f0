// A thread that loops for ever without a visible operation is back in a state it
// was in: that is noticed after some thousand instructions, not at the end of a
// time slice of four million. The others are checked as usual.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --search=dfs --json=%t.json %t.bc
// RUN: FileCheck --check-prefix=FEW %s < %t.json
// RUN: %rbcc -DMEMORY %s -o %t.memory.bc
// RUN: %exits 0 rbcheck --search=dfs --json=%t.memory.json %t.memory.bc
// RUN: FileCheck --check-prefix=FEW %s < %t.memory.json
// RUN: %rbcc -DNESTED %s -o %t.nested.bc
// RUN: %exits 0 rbcheck --search=dfs --json=%t.nested.json %t.nested.bc
// RUN: FileCheck --check-prefix=FEW %s < %t.nested.json
// RUN: %rbcc -DSECTION %s -o %t.section.bc
// RUN: %exits 1 rbcheck --search=dfs --json=%t.section.json %t.section.bc | FileCheck --check-prefix=SPINS %s
// SPINS: error: livelock: thread 1 spins for ever
// RUN: FileCheck --check-prefix=FEW %s < %t.section.json
// FEW: "instructions": {{([0-9]{1,6})}},
//
// Registers that come back are not enough: what counts is in memory here, and
// the loop ends.
// RUN: %rbcc -DENDS %s -o %t.ends.bc
// RUN: %exits 1 rbcheck --search=dfs %t.ends.bc | FileCheck --check-prefix=ENDS %s
// RUN: %exits 1 rbcheck --search=dfs --trace=%t.trace %t.ends.bc
// RUN: %exits 1 rbreplay %t.trace | FileCheck --check-prefix=AGAIN %s
// AGAIN: assertion failed
//
// An error of others beside the loop is found and replays.
// RUN: %rbcc -DBUG %s -o %t.bug.bc
// RUN: %exits 1 rbcheck --search=bfs --trace=%t.bug.trace %t.bug.bc | FileCheck --check-prefix=BUG %s
// RUN: %exits 1 rbreplay %t.bug.trace | FileCheck --check-prefix=AGAIN %s
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static atomic_int value;

static void loop(void) {
#if defined MEMORY || defined ENDS
  unsigned *count = calloc(1, sizeof *count);
  for (;;) {
#ifdef ENDS
    if (++*count == 2000000)
      break;
#else
    *count = (*count + 1) % 5;
#endif
  }
  free(count);
  assert(value == 7); // ENDS: endless-loop.c:[[#@LINE]]:{{.*}} error: assertion failed
#elif defined NESTED
  for (;;)
    for (unsigned i = 0; i < 40; i++)
      ;
#elif defined SECTION
  __VERIFIER_atomic_begin();
  while (value < 100)
    ;
  __VERIFIER_atomic_end();
#else
  for (unsigned i = 0;; i = (i + 1) % 3)
    ;
#endif
}

static void *run(void *arg) {
  value++;
  loop();
  return arg;
}

static void *work(void *arg) {
  for (int i = 0; i < 3; i++)
    value++;
  return arg;
}

int main(void) {
  pthread_t looper, worker;
  pthread_create(&looper, 0, run, 0);
  pthread_create(&worker, 0, work, 0);
  pthread_join(worker, 0);
#ifdef BUG
  assert(value != 4); // BUG: endless-loop.c:[[#@LINE]]:{{.*}} error: assertion failed
#endif
  return 0;
}
