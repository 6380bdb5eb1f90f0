// Two accesses in the middle of long threads: a search has to find its way there
// through what six threads can do before. One execution is enough. FIXED takes the
// lock.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --search=predict:runs=1 --json=%t.json %t.bc \
// RUN:   | FileCheck %s
// RUN: grep -E '"transitions": 1[0-9][0-9][0-9],' %t.json
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 2 rbcheck --search=predict:runs=2 %t.fixed.bc \
// RUN:   | FileCheck --check-prefix=FIXED %s
// FIXED: inconclusive: recorded executions, and orders predicted from them
#include <pthread.h>
#define THREADS 6
#define ROUNDS 40
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static int sum, flag;

static void *work(void *arg) {
  long id = (long)arg;
  for (int i = 0; i < ROUNDS; ++i) {
    if (i == ROUNDS / 2 && (id == 0 || id == THREADS - 1)) {
#ifdef FIXED
      pthread_mutex_lock(&mu);
      flag = (int)id;
      pthread_mutex_unlock(&mu);
#else
      flag = (int)id; // CHECK: far-race.c:[[#@LINE]]:{{.*}}data race on `flag`
#endif
    }
    pthread_mutex_lock(&mu);
    sum = sum + 1;
    pthread_mutex_unlock(&mu);
  }
  return arg;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; ++i)
    pthread_create(&threads[i], 0, work, (void *)i);
  for (int i = 0; i < THREADS; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
