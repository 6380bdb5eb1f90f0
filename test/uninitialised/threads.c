// Whether the value is there when it is needed depends on the schedule. Every
// search finds it, and the trace leads there again.
// RUN: %exits 1 rbcheck --uninitialised=report --trace=%t.trace %s | FileCheck %s
// RUN: %exits 1 rbreplay %t.trace | FileCheck %s
// RUN: %exits 1 rbcheck --uninitialised=report --search=dpor %s | FileCheck %s
// RUN: %exits 1 rbcheck --uninitialised=report --search=bfs --visited=exact %s | FileCheck %s
// RUN: %exits 1 rbcheck --uninitialised=report --search=dfs --reduce=off %s | FileCheck %s
// RUN: %exits 1 rbcheck --uninitialised=report --steps=sync --trace=%t.sync %s | FileCheck %s
// RUN: %exits 1 rbreplay %t.sync | FileCheck %s
// RUN: %exits 1 rbcheck --uninitialised=report --memory-model=tso %s | FileCheck %s
// RUN: %exits 1 rbcheck --uninitialised=report --memory-model=c11 %s | FileCheck %s
// RUN: %exits 0 rbcheck --uninitialised=report --cflags=-DWAITS %s | FileCheck %s --check-prefix=RIGHT
// RUN: %exits 0 rbcheck --uninitialised=report --cflags=-DWAITS --memory-model=tso %s | FileCheck %s --check-prefix=RIGHT
// RUN: %exits 0 rbcheck --uninitialised=report --cflags=-DWAITS --memory-model=c11 %s | FileCheck %s --check-prefix=RIGHT
// RIGHT: no-error
// RIGHT-NOT: Not exact
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int isSet;
static int *shared;

static void *set(void *arg) {
  pthread_mutex_lock(&lock);
  *shared = 1;
  isSet = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  // CHECK-DAG: threads.c:[[#@LINE+1]]:{{.*}} note: {{.*}}allocated by T0
  shared = malloc(sizeof *shared);
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  pthread_mutex_lock(&lock);
#ifdef WAITS
  while (!isSet)
    pthread_cond_wait(&changed, &lock);
#endif
  // CHECK-DAG: threads.c:[[#@LINE+1]]:{{.*}} error: a branch depends on {{.*}}that was never written
  if (*shared)
    isSet = 2;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  free(shared);
}
