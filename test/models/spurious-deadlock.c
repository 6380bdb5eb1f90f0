// Waits that can end by themselves do not hide that nobody will wake them: a
// state in which all threads wait is still a deadlock.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=bfs %t.bc | FileCheck %s
// CHECK: error: deadlock: the only thread left can never go on
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

int main(void) {
  pthread_mutex_lock(&m);
  while (!ready)
    pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
}
