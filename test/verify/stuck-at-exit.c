// A deadlock between two detached threads that the end of main would hide; it is
// found when it comes about.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=bfs %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --search=dfs %t.bc | FileCheck %s
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 0 rbcheck %t.fixed.bc
// RUN: %exits 0 rbcheck --search=bfs %t.fixed.bc
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;
static void *ab(void *arg) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b); // CHECK: [[#@LINE]]:3: error: deadlock: thread 1 waits in pthread_mutex_lock(&b) for thread 2
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return arg;
}
static void *ba(void *arg) {
#ifdef FIXED
  return ab(arg);
#else
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return arg;
#endif
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, ab, 0);
  pthread_create(&t, 0, ba, 0);
  pthread_detach(s);
  pthread_detach(t);
  return 0;
}
