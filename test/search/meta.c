// Locations lead the search to an error behind many other schedules; without
// the error the search is complete, unless it had to drop states.
// RUN: %rbcc %s -o %t.bug.bc
// RUN: %rbcc -DFIXED %s -o %t.fix.bc
// RUN: echo 'meta.c:22 > meta.c:37 # W > R' > %t.locs
//
// RUN: %exits 1 rbcheck --search=meta --locs=%t.locs --max-states=400 %t.bug.bc -- 8 | FileCheck %s
// RUN: %exits 1 rbcheck --search=meta:secondary=fsm --locs=%t.locs --max-states=400 %t.bug.bc -- 8 | FileCheck %s
// RUN: %exits 1 rbcheck --search=meta:follow=last --locs=%t.locs %t.bug.bc -- 5 | FileCheck %s
// RUN: %exits 1 rbcheck --search=meta:mode=best-first --locs=%t.locs --max-states=400 %t.bug.bc -- 8 | FileCheck %s
// RUN: %exits 1 rbcheck --search=meta:cost=visible,visited-key=state+level,blocked=3 --locs=%t.locs --max-states=400 %t.bug.bc -- 8 | FileCheck %s
// RUN: %exits 1 rbcheck --search=meta:loc-at=about-to-execute --locs=%t.locs %t.bug.bc -- 5 | FileCheck %s
// RUN: %exits 1 rbcheck --search=meta:secondary=rand --locs=%t.locs %t.bug.bc -- 4 | FileCheck %s
// RUN: %exits 1 rbcheck --search=meta:secondary=prefer-threads,threads=1+4,weight=exponential --locs=%t.locs %t.bug.bc -- 3 | FileCheck %s
// RUN: %exits 1 rbcheck --search=prss:of=meta,members=2 --locs=%t.locs --max-states=900 %t.bug.bc -- 8 | FileCheck %s
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static _Atomic int a, b;
static void *set(void *arg) {
#ifndef FIXED
  a = 1; // W
#endif
  b = -1;
#ifdef FIXED
  a = 1;
#endif
  return arg;
}

static void *look(void *arg) {
  int seen = a;
  if (seen == 0)
    return arg;
  seen = 0;
  // The checker's second look: too late for most schedules.
  int other = b; // R
  assert(other == -1);
  return arg;
}

int main(int argc, char **argv) {
  // CHECK: meta.c:[[#@LINE-5]]:{{.*}} error: assertion failed: other == -1
  int setters = argc > 1 ? atoi(argv[1]) : 2;
  pthread_t ids[16];
  for (int i = 0; i < setters; i++)
    pthread_create(&ids[i], 0, set, 0);
  pthread_create(&ids[setters], 0, look, 0);
  for (int i = 0; i <= setters; i++)
    pthread_join(ids[i], 0);
}

// RUN: %exits 0 rbcheck --search=meta --locs=%t.locs %t.fix.bc -- 2 2>&1 | FileCheck --check-prefix=FIXED %s
// RUN: %exits 0 rbcheck --search=meta:follow=last --locs=%t.locs %t.fix.bc -- 2 2>&1 | FileCheck --check-prefix=FIXED %s
// FIXED: no-error
//
// RUN: %exits 2 rbcheck --search=meta:backtrack=2 --locs=%t.locs %t.fix.bc -- 2 2>/dev/null | FileCheck --check-prefix=DROPPED %s
// RUN: %exits 2 rbcheck --search=meta:backtrack=2,evict=random --locs=%t.locs %t.fix.bc -- 2 2>/dev/null | FileCheck --check-prefix=DROPPED %s
// DROPPED: inconclusive: meta keeps at most 2 states to come back to
//
// What cannot be found is said; if nothing is left there is nothing to follow.
// RUN: echo 'elsewhere.c:3 > meta.c:37' > %t.half
// RUN: echo 'elsewhere.c:3' > %t.none
// RUN: %exits 1 rbcheck --search=meta --locs=%t.half %t.bug.bc -- 2 2>&1 | FileCheck --check-prefix=HALF %s
// HALF: note: {{.*}}elsewhere.c
// HALF: assertion failed
// RUN: %exits 3 rbcheck --search=meta --locs=%t.none %t.bug.bc -- 2 2>&1 | FileCheck --check-prefix=NONE %s
// NONE: rbcheck: --locs names no location of the program to follow
// RUN: %exits 3 rbcheck --search=meta:threads=1+x x.c 2>&1 | FileCheck --check-prefix=THREADS %s
// THREADS: rbcheck: search 'meta': threads=1+x is not a list of thread numbers such as 1+4
