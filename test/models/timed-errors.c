// Error codes of timed and clock variants; one thread, so that a native run
// takes the same way.
// RUN: %native %s -o %t.exe && %t.exe > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc > %t.ours
// RUN: diff %t.native %t.ours
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>

#define SHOW(call) printf("%s = %d\n", #call, call)
#define SHOW_ERRNO(call) (errno = 0, printf("%s = %d, %d\n", #call, call, errno))

int main(void) {
  struct timespec past = {1, 0}, bad = {1, 1000000000}, negative = {1, -1};
  pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
  pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
  pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
  sem_t sem;
  sem_init(&sem, 0, 1);

  SHOW(pthread_mutex_timedlock(&normal, &bad));
  SHOW(pthread_mutex_timedlock(&normal, &past));
  SHOW(pthread_mutex_timedlock(&normal, &bad));
  SHOW(pthread_mutex_clocklock(&normal, CLOCK_MONOTONIC, &past));
  SHOW(pthread_mutex_clocklock(&normal, 77, &past));
  SHOW(pthread_mutex_trylock(&normal));
  SHOW(pthread_mutex_lock(&checked));
  SHOW(pthread_mutex_lock(&checked));
  SHOW(pthread_mutex_timedlock(&checked, &past));
  SHOW(pthread_mutex_unlock(&checked));
  SHOW(pthread_mutex_unlock(&checked));
  SHOW(pthread_mutex_lock(&recursive));
  SHOW(pthread_mutex_timedlock(&recursive, &past));
  SHOW(pthread_mutex_unlock(&recursive));
  SHOW(pthread_mutex_unlock(&recursive));
  SHOW(pthread_mutex_unlock(&recursive));
  SHOW(pthread_cond_timedwait(&cond, &normal, &past));
  SHOW(pthread_cond_timedwait(&cond, &normal, &bad));
  SHOW(pthread_cond_clockwait(&cond, &normal, CLOCK_MONOTONIC, &past));
  SHOW(pthread_cond_clockwait(&cond, &normal, 77, &past));
  SHOW(pthread_rwlock_wrlock(&rw));
  SHOW(pthread_rwlock_tryrdlock(&rw));
  SHOW(pthread_rwlock_trywrlock(&rw));
  SHOW(pthread_rwlock_rdlock(&rw));
  SHOW(pthread_rwlock_wrlock(&rw));
  SHOW(pthread_rwlock_timedrdlock(&rw, &past));
  SHOW(pthread_rwlock_unlock(&rw));
  SHOW(pthread_rwlock_rdlock(&rw));
  SHOW(pthread_rwlock_timedwrlock(&rw, &past));
  SHOW(pthread_rwlock_clockwrlock(&rw, CLOCK_REALTIME, &past));
  SHOW(pthread_rwlock_clockrdlock(&rw, CLOCK_REALTIME, &past));
  SHOW(pthread_rwlock_timedwrlock(&rw, &negative));
  SHOW_ERRNO(sem_timedwait(&sem, &bad));
  SHOW_ERRNO(sem_timedwait(&sem, &past));
  SHOW_ERRNO(sem_timedwait(&sem, &bad));
  SHOW_ERRNO(sem_clockwait(&sem, CLOCK_MONOTONIC, &past));
  SHOW_ERRNO(sem_trywait(&sem));
  SHOW_ERRNO(nanosleep(&bad, 0));
  SHOW(clock_nanosleep(CLOCK_REALTIME, 0, &negative, 0));
  return 0;
}
