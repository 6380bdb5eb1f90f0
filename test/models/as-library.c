// Misuse that the library answers with an error code, or blocks at, is an error
// in a search. --run does as the library does, and warns.
// RUN: %native %s -o %t.exe && %t.exe > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc > %t.ours 2> %t.err
// RUN: diff %t.native %t.ours
// RUN: FileCheck %s < %t.err
// RUN: %rbcc -DTEST=destroy %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck --check-prefix=DESTROY %s
// RUN: %rbcc -DTEST=joinSelf %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck --check-prefix=SELF %s
// RUN: %rbcc -DTEST=joinDetached %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck --check-prefix=DETACHED %s
// RUN: %rbcc -DTEST=unlockOther %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck --check-prefix=UNLOCKS %s
// RUN: %rbcc -DTEST=lockTwice %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck --check-prefix=TWICE %s
// A program whose only threads are blocked that way is an error of --run, too.
// RUN: %rbcc -DTEST=relock %s -o %t.bc
// RUN: %exits 1 rbcheck --run %t.bc 2>&1 | FileCheck --check-prefix=STUCK %s
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>

static void destroy(void) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  // CHECK: as-library.c:[[#@LINE+2]]:{{.*}} warning: destroys a mutex that is locked
  // DESTROY: as-library.c:[[#@LINE+1]]:{{.*}} error: destroys a mutex that is locked
  printf("busy %d\n", pthread_mutex_destroy(&mutex) == EBUSY);
  printf("unlocks %d\n", pthread_mutex_unlock(&mutex) == 0);
}

static void joinSelf(void) {
  // CHECK: as-library.c:[[#@LINE+2]]:{{.*}} warning: a thread joins itself
  // SELF: as-library.c:[[#@LINE+1]]:{{.*}} error: a thread joins itself
  printf("itself %d\n", pthread_join(pthread_self(), 0) == EDEADLK);
}

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;

static void *wait(void *arg) {
  pthread_mutex_lock(&held);
  pthread_mutex_unlock(&held);
  return arg;
}

static void joinDetached(void) {
  pthread_t thread;
  pthread_mutex_lock(&held);
  pthread_create(&thread, 0, wait, 0);
  pthread_detach(thread);
  // CHECK: as-library.c:[[#@LINE+2]]:{{.*}} warning: joins thread 1, which was detached
  // DETACHED: as-library.c:[[#@LINE+1]]:{{.*}} error: joins thread 1, which was detached
  printf("detached %d\n", pthread_join(thread, 0) == EINVAL);
  pthread_mutex_unlock(&held);
}

static void *unlocks(void *arg) {
  // CHECK: as-library.c:[[#@LINE+2]]:{{.*}} warning: unlocks a mutex that another thread
  // UNLOCKS: as-library.c:[[#@LINE+1]]:{{.*}} error: unlocks a mutex that another thread
  pthread_mutex_unlock(&held);
  return arg;
}

/// A mutex as the sign that a thread has come so far.
static void unlockOther(void) {
  pthread_t thread;
  pthread_mutex_lock(&held);
  pthread_create(&thread, 0, unlocks, 0);
#ifndef TEST
  pthread_mutex_lock(&held);
#endif
  pthread_join(thread, 0);
  puts("unlocked");
}

static pthread_spinlock_t spin;

static void *spins(void *arg) {
  pthread_spin_lock(&spin);
  pthread_spin_lock(&spin);
  return arg;
}

static sem_t came;

static void *relocks(void *arg) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  puts("locks again");
  sem_post(&came);
  // TWICE: as-library.c:[[#@LINE+2]]:{{.*}} error: mutex already held by this thread
  // STUCK: as-library.c:[[#@LINE+1]]:{{.*}} error: deadlock: {{.*}} for itself
  pthread_mutex_lock(&mutex);
  puts("never");
  return arg;
}

static void relock(void) { relocks(0); }

static void lockTwice(void) {
  pthread_t thread;
  struct timespec time;
#ifndef TEST
  pthread_spin_init(&spin, 0);
  pthread_create(&thread, 0, spins, 0);
#endif
  pthread_create(&thread, 0, relocks, 0);
  sem_wait(&came);
  clock_gettime(CLOCK_REALTIME, &time);
  printf("late %d\n", pthread_timedjoin_np(thread, 0, &time) == ETIMEDOUT);
}

int main(void) {
  setvbuf(stdout, 0, _IONBF, 0);
#ifdef TEST
  TEST();
#else
  destroy(), joinSelf(), joinDetached(), unlockOther(), lockTwice();
#endif
}
