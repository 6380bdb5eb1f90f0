// A signal to another thread comes between any two of its accesses, unless it
// is blocked there.
// RUN: %rbcc %s -o %t.bc && %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --reduce=off --search=bfs %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=dpor %t.bc | FileCheck %s
// RUN: %rbcc -DBLOCKS=1 %s -o %t.blocks.bc
// RUN: %exits 0 rbcheck %t.blocks.bc
// RUN: %exits 0 rbcheck --reduce=off %t.blocks.bc
// RUN: %exits 0 rbcheck --search=dpor %t.blocks.bc
// RUN: %exits 0 rbcheck --steps=sync %t.blocks.bc 2>&1 | \
// RUN:   FileCheck --check-prefix=STEPS %s
// STEPS: --steps=access is used instead of sync: the program can send signals
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int whole, copy;

static void check(int number) {
  (void)number;
  // CHECK: error: {{.*}}assertion failed: whole == copy
  assert(whole == copy);
}

static void *work(void *arg) {
  sigset_t set;
  sigemptyset(&set);
#ifdef BLOCKS
  sigaddset(&set, SIGUSR1);
#endif
  pthread_sigmask(SIG_BLOCK, &set, 0);
  whole = 1;
  copy = 1;
  pthread_sigmask(SIG_UNBLOCK, &set, 0);
  return arg;
}

int main(void) {
  pthread_t thread;
  signal(SIGUSR1, check);
  pthread_create(&thread, 0, work, 0);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, 0);
  return 0;
}
