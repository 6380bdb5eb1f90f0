// --run does what a real machine most likely does: a short sleep ends before a
// long one and before the time of a wait is up, for a lock or a thread as well; a
// signal that was sent comes, an alarm does not come early, but in the wait.
// RUN: %native %s -o %t.exe && %t.exe > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc > %t.ours
// RUN: diff %t.native %t.ours
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static sem_t items;
static volatile sig_atomic_t isStopped;

static void stop(int number) { isStopped = number; }

static void nap(long milliseconds) {
  struct timespec time = {0, milliseconds * 1000000};
  nanosleep(&time, 0);
}

static void *wait(void *arg) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  time.tv_sec += 20;
  printf("taken %d\n", sem_timedwait(&items, &time));
  return arg;
}

static void *work(void *arg) {
  while (!isStopped)
    nap(1);
  printf("stopped by %d\n", (int)isStopped);
  return arg;
}

static void *second(void *arg) {
  nap(60);
  puts("second");
  return arg;
}

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reads(void *arg) {
  pthread_rwlock_rdlock(&lock);
  sem_post(&items);
  nap(30);
  puts("read");
  pthread_rwlock_unlock(&lock);
  return arg;
}

/// Waits with times that are not up before the other thread has read.
static void waitFor(pthread_t thread) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  time.tv_sec += 20;
  sem_wait(&items);
  printf("writes %d\n", pthread_rwlock_timedwrlock(&lock, &time));
  printf("joins %d\n", pthread_timedjoin_np(thread, 0, &time));
}

static void join(pthread_t thread) { pthread_join(thread, 0); }

int main(void) {
  pthread_t thread;
  setvbuf(stdout, 0, _IONBF, 0);
  sem_init(&items, 0, 0);
  struct sigaction action = {.sa_handler = stop};
  sigaction(SIGALRM, &action, 0);
  alarm(1);
  printf("interrupted %d\n", sem_wait(&items));
  pthread_create(&thread, 0, reads, 0);
  waitFor(thread);
  isStopped = 0;
  alarm(30);
  pthread_create(&thread, 0, wait, 0);
  nap(10);
  sem_post(&items);
  join(thread);
  pthread_create(&thread, 0, second, 0);
  nap(10);
  puts("first");
  join(thread);
  signal(SIGUSR1, stop);
  pthread_create(&thread, 0, work, 0);
  pthread_kill(thread, SIGUSR1);
  join(thread);
}
