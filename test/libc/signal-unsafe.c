// A handler that comes anywhere must not call what is not async-signal-safe.
// write() is; a handler of a raised signal may call all; and so may one that
// comes only while the thread waits for it.
// RUN: %rbcc %s -o %t.bc && %exits 1 rbcheck %t.bc | FileCheck %s
// CHECK: error: signal-unsafe-call in T0
// CHECK: the handler note calls printf, which is not async-signal-safe
// RUN: %rbcc -DCALLS='free(malloc(1))' %s -o %t.heap.bc
// RUN: %exits 1 rbcheck %t.heap.bc | FileCheck --check-prefix=HEAP %s
// HEAP: the handler note calls malloc, which is not async-signal-safe
// RUN: %exits 0 rbcheck --check=-signal %t.heap.bc
// RUN: %rbcc -DCALLS='write(1,"x",1)' %s -o %t.safe.bc
// RUN: %exits 0 rbcheck %t.safe.bc
// RUN: %rbcc -DSENDS='raise(SIGALRM)' %s -o %t.raised.bc
// RUN: %exits 0 rbcheck %t.raised.bc
// RUN: %rbcc -DWAITS=1 %s -o %t.waits.bc && %exits 0 rbcheck %t.waits.bc
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef CALLS
#define CALLS printf("it is time\n")
#endif
#ifndef SENDS
#define SENDS alarm(1)
#endif

static void note(int number) {
  (void)number;
  CALLS;
}

static volatile int steps;

int main(void) {
  signal(SIGALRM, note);
#ifdef WAITS
  sigset_t set, none;
  sigemptyset(&none);
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  sigprocmask(SIG_BLOCK, &set, 0);
#endif
  SENDS;
  steps = 1;
#ifdef WAITS
  sigsuspend(&none);
#endif
  return 0;
}
