// Reading twice in one thread: with writers first, a writer that comes in
// between blocks the second read, and the first keeps the writer out.
// RUN: %rbcc -DKIND=PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP %s -o %t.bug.bc
// RUN: %exits 1 rbcheck %t.bug.bc | FileCheck %s
// RUN: %rbcc -DKIND=PTHREAD_RWLOCK_PREFER_READER_NP %s -o %t.fix.bc
// RUN: %exits 0 rbcheck %t.fix.bc
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock;

static void *writes(void *unused) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_rwlockattr_t attr;
  int kind;
  pthread_rwlockattr_init(&attr);
  assert(!pthread_rwlockattr_setkind_np(&attr, KIND));
  assert(pthread_rwlockattr_setkind_np(&attr, 9) == EINVAL);
  assert(!pthread_rwlockattr_getkind_np(&attr, &kind) && kind == KIND);
  pthread_rwlock_init(&lock, &attr);
  pthread_t thread;
  pthread_create(&thread, 0, writes, 0);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_rdlock(&lock); // CHECK: rwlock-writer-first.c:[[#@LINE]]:{{.*}} error: deadlock
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_join(thread, 0);
  return 0;
}
