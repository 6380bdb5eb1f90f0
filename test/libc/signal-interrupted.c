// sem_wait and sleep end with EINTR when a handler runs, sem_wait not with
// SA_RESTART. Waits for mutexes and condition variables go on.
// RUN: %rbcc %s -o %t.bc && %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DRESTARTS=1 %s -o %t.restarts.bc
// RUN: %exits 0 rbcheck %t.restarts.bc
// RUN: %rbcc -DTRIES=1 %s -o %t.tries.bc && %exits 0 rbcheck %t.tries.bc
// RUN: %rbcc -DLOCKS=1 %s -o %t.locks.bc && %exits 0 rbcheck %t.locks.bc
// RUN: %rbcc -DSLEEPS=1 %s -o %t.sleeps.bc
// RUN: %exits 1 rbcheck %t.sleeps.bc | FileCheck --check-prefix=SLEEP %s
// SLEEP: assertion failed: nanosleep(&time, &left) == 0
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>

static sem_t items;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static volatile sig_atomic_t count;

static void note(int number) { count = number; }

static void *work(void *arg) {
#if defined(LOCKS)
  pthread_mutex_lock(&lock);
  while (!ready)
    assert(pthread_cond_wait(&changed, &lock) == 0);
  pthread_mutex_unlock(&lock);
#elif defined(SLEEPS)
  struct timespec time = {1, 0}, left = {0, 0};
  assert(nanosleep(&time, &left) == 0);
#elif defined(TRIES)
  while (sem_wait(&items) != 0)
    assert(errno == EINTR);
#else
  // CHECK: assertion failed: sem_wait(&items) == 0
  assert(sem_wait(&items) == 0);
#endif
  return arg;
}

int main(void) {
  pthread_t thread;
  struct sigaction action = {.sa_handler = note};
#ifdef RESTARTS
  action.sa_flags = SA_RESTART;
#endif
  sigaction(SIGUSR1, &action, 0);
  sem_init(&items, 0, 0);
  pthread_create(&thread, 0, work, 0);
  pthread_kill(thread, SIGUSR1);
#ifdef LOCKS
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
#else
  sem_post(&items);
#endif
  pthread_join(thread, 0);
  return 0;
}
