// Named semaphores: the same name gives the same semaphore.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static int shared;

static void *work(void *unused) {
  sem_t *sem = sem_open("/turn", O_CREAT, 0600, 1);
  assert(sem != SEM_FAILED);
  sem_wait(sem);
  ++shared;
  sem_post(sem);
  sem_close(sem);
  return unused;
}

int main(void) {
  assert(sem_open("/turn", 0) == SEM_FAILED && errno == ENOENT);
  assert(sem_open("/a/b", O_CREAT, 0600, 1) == SEM_FAILED && errno == EINVAL);
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  assert(shared == 2);
  assert(sem_open("/turn", O_CREAT | O_EXCL, 0600, 1) == SEM_FAILED);
  assert(errno == EEXIST);
  assert(!sem_unlink("/turn"));
  assert(sem_unlink("/turn") == -1 && errno == ENOENT);
  return 0;
}
