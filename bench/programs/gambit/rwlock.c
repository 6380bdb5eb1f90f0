// RWLock(READS, WRITES): two readers and a writer with a reader-writer lock
// made of a mutex. Nobody reads while somebody writes.
// ERROR 1: a reader that leaves counts itself out without the mutex, in two
// steps: the count is wrong for good, and the writer waits for ever, or does
// not wait.
#ifndef REPORTS
#define REPORTS 4
#endif
#include "gambit.h"

#ifndef READS
#define READS 1
#endif
#ifndef WRITES
#define WRITES 1
#endif
enum { kReaders = 2 };

static Lock lock = LOCK;
static Condition freed = CONDITION;
static Word readers, isWriting;
static Word left, right;

static void beginRead(void) {
  enter(&lock);
  while (isWriting)
    pthread_cond_wait(&freed, &lock);
  readers++;
  leave(&lock);
}

static void endRead(void) {
#if ERROR == 1
  int others = readers - 1;
  readers = others;
  enter(&lock);
#else
  enter(&lock);
  int others = readers - 1;
  readers = others;
#endif
  if (others == 0)
    pthread_cond_broadcast(&freed);
  leave(&lock);
}

static void beginWrite(void) {
  enter(&lock);
  while (readers != 0 || isWriting)
    pthread_cond_wait(&freed, &lock);
  isWriting = 1;
  leave(&lock);
}

static void endWrite(void) {
  enter(&lock);
  isWriting = 0;
  pthread_cond_broadcast(&freed);
  leave(&lock);
}

static void *reader(void *arg) {
  for (int i = 0; i < READS; i++) {
    beginRead();
    int l = left, r = right;
    assert(l == r && "both are written before they are read");
    endRead();
  }
  return report(arg);
}

static void *writer(void *arg) {
  for (int i = 0; i < WRITES; i++) {
    beginWrite();
    left++;
    right++;
    endWrite();
  }
  return report(arg);
}

int main(void) {
  Threads threads = {0};
  for (int i = 0; i < kReaders; i++)
    start(&threads, reader);
  start(&threads, writer);
  joinAll(&threads);
  return 0;
}
