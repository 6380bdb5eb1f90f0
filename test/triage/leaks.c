// Warnings of leaks: by where the memory was allocated, or where it was lost, in any
// schedule, whether the program ends or not. Refuted only where nothing is lost that a
// tool could mean; a function with another leak leaves it open.
// RUN: %rbcc %s -o %t.bc
// RUN: sed -n 's/^.*WARN //p' %s | sed 's#FILE#%s#' > %t.txt
// RUN: %exits 1 rbcheck --locs=%t.txt %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --locs=%t.txt --verbose %t.bc | FileCheck --check-prefix=SHOWN %s
// RUN: %exits 1 rbcheck --locs=%t.txt --sarif=%t.sarif --json=%t.json --junit=%t.xml %t.bc
// RUN: FileCheck --check-prefix=JSON %s < %t.json
//
// Without the one that leaks nothing is confirmed.
// RUN: %rbcc -DFIX %s -o %t.fix.bc
// RUN: %exits 0 rbcheck --locs=%t.txt %t.fix.bc | FileCheck --check-prefix=FIX %s
//
// WARN FILE:30:15: warning: leak of 'mine' [-Wanalyzer-malloc-leak]
// WARN FILE:32:16: warning: leak of 'other' [-Wanalyzer-malloc-leak]
// WARN FILE:40:12: warning: leak of 'p' [-Wanalyzer-malloc-leak]
// WARN FILE:45:12: warning: leak of 'p' [-Wanalyzer-malloc-leak]
// WARN FILE:50:3: warning: leak of 'q' [-Wanalyzer-malloc-leak]
// WARN FILE:55:12: warning: leak of 'p' [-Wanalyzer-malloc-leak]
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) slot;
static int *global;

// Whoever comes second has to free what it finds.
static void *put(void *arg) {
  int *mine = malloc(sizeof *mine);
  *mine = 1;
  int *other = atomic_exchange(&slot, mine);
#ifdef FIX
  free(other);
#endif
  return other == arg ? arg : 0;
}

static void scratch(void) {
  int *p = malloc(4);
  *p = 2;
  free(p);
}
static void never(void) {
  int *p = malloc(4);
  *p = 2;
}
static void lose(void) {
#ifndef FIX
  global = 0;
#endif
}
static int *make(void) { return malloc(4); }
static void *wait(void *arg) {
  int *p = make();
  pthread_mutex_lock(arg);
  free(p);
  return 0;
}

int main(int argc, char **argv) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  (void)argv;
  scratch();
  if (argc > 5)
    never();
  global = make();
  *global = 3;
  lose();
  pthread_t a, b, c;
  pthread_create(&a, 0, put, 0);
  pthread_create(&b, 0, put, 0);
  pthread_create(&c, 0, wait, &mutex);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  free(slot);
  free(global);
  return 0;
}
// CHECK: W1 {{.*}}CONFIRMED {{.*}}memory leak: nothing points to 4 bytes in 1 block
// CHECK: W2 {{.*}}undecided {{.*}}something fails, but it could not be settled
// CHECK: W3 {{.*}}refuted {{.*}}what is allocated there is freed, or can still be reached
// CHECK: W4 {{.*}}not applicable {{.*}}never executed
// CHECK: W5 {{.*}}CONFIRMED {{.*}}memory leak: nothing points to 4 bytes in 1 block
// CHECK: W6 {{.*}}refuted
// SHOWN: the last pointer to it is lost here by T
// JSON: "verdict": "confirmed"
// FIX: W1 {{.*}}refuted
// FIX: W2 {{.*}}refuted
// FIX: W3 {{.*}}refuted
// FIX: W4 {{.*}}not applicable
// FIX: W5 {{.*}}refuted
// FIX: W6 {{.*}}refuted
