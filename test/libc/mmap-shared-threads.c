// Two threads with mappings of their own of one file: what they share needs a
// lock as other memory does. What was unmapped is gone.
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck %t.bc
// RUN: %rbcc -DNO_LOCK=1 %s -o %t.race.bc
// RUN: %exits 1 rbcheck %t.race.bc | FileCheck --check-prefix=RACE %s
// RACE: error: {{.*}}data race
// RUN: %rbcc -DLATE=1 %s -o %t.late.bc
// RUN: %exits 1 rbcheck %t.late.bc | FileCheck --check-prefix=LATE %s
// LATE: error: {{.*}}freed
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int *map(void) {
  int fd = open("/shared.file", O_RDWR | O_CREAT, 0600);
  assert(fd >= 0 && !ftruncate(fd, 4096));
  int *memory = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  assert(memory != MAP_FAILED);
  close(fd);
  return memory;
}

static void *count(void *unused) {
  int *memory = map();
#ifndef NO_LOCK
  pthread_mutex_lock(&lock);
#endif
  ++*memory;
#ifndef NO_LOCK
  pthread_mutex_unlock(&lock);
#endif
  munmap(memory, 4096);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, count, 0);
  count(0);
  pthread_join(thread, 0);
  int *memory = map();
#ifdef LATE
  munmap(memory, 4096);
#endif
  assert(*memory == 2);
  return 0;
}
