// --check=race-both-orders, the race of P0: accesses without a common lock, seen in
// both orders on two paths.
//
// Nothing orders them: found, and the trace ends with the later access.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --search=dfs --check=race-both-orders --trace=%t.json %t.bc | FileCheck %s
// RUN: %exits 1 rbreplay %t.json | FileCheck %s
// RUN: %exits 1 rbcheck --search=thread-interleavings --check=race-both-orders %s | FileCheck %s
// RUN: %exits 1 rbcheck --search=random-order --check=race-both-orders %s | FileCheck %s
// CHECK: both-orders.c:{{[0-9]+}}:{{.*}} error: race on `shared` in both orders: {{read|write}} in thread {{[12]}} after {{read|write}} in thread {{[12]}}, and before it on another path, with no lock in common
// CHECK: both-orders.c:{{.*}} note: the earlier access: {{read|write}}
//
// A lock in common; only ever one order, as the thread starts later or is joined
// before; turns, which are taken in the same order on every path. It never ends with
// no-error.
// RUN: %exits 2 rbcheck --search=dfs --check=race-both-orders --cflags=-DLOCKED %s | FileCheck --check-prefix=NONE %s
// RUN: %exits 2 rbcheck --search=dfs --check=race-both-orders --cflags=-DORDERED %s | FileCheck --check-prefix=NONE %s
// RUN: %exits 2 rbcheck --search=dfs --check=race-both-orders --cflags=-DTURNS %s | FileCheck --check-prefix=NONE %s
// NONE: inconclusive: the check 'race-both-orders' compares only those paths that were taken{{$}}
//
// Two locks are none in common.
// RUN: %exits 1 rbcheck --search=dfs --check=race-both-orders --cflags="-DLOCKED -DOTHER=b" %s | FileCheck %s
//
// No other check depends on it, and "all" leaves it out.
// RUN: %exits 0 rbcheck --search=dfs --check=all,-leak --cflags=-DLOCKED %s | FileCheck --check-prefix=FINE %s
// FINE: no-error
#include <pthread.h>
#include <semaphore.h>

#ifndef OTHER
#define OTHER a
#endif
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static sem_t one, two;
static int shared;

static void *write(void *arg) {
#ifdef LOCKED
  pthread_mutex_lock(&a);
#endif
#ifdef TURNS
  for (int i = 0; i < 2; i++) {
    sem_wait(&one);
    shared = i;
    sem_post(&two);
  }
#else
  shared = 1;
#endif
#ifdef LOCKED
  pthread_mutex_unlock(&a);
#endif
  return arg;
}

static void *read(void *arg) {
  int seen = 0;
#ifdef LOCKED
  pthread_mutex_lock(&OTHER);
#endif
#ifdef TURNS
  for (int i = 0; i < 2; i++) {
    sem_wait(&two);
    seen += shared;
    sem_post(&one);
  }
#else
  seen = shared;
#endif
#ifdef LOCKED
  pthread_mutex_unlock(&OTHER);
#endif
  (void)b, (void)seen;
  return arg;
}

int main(void) {
  pthread_t writer, reader;
  sem_init(&one, 0, 1);
  sem_init(&two, 0, 0);
  pthread_create(&writer, 0, write, 0);
#ifdef ORDERED
  pthread_join(writer, 0);
#endif
  pthread_create(&reader, 0, read, 0);
#ifndef ORDERED
  pthread_join(writer, 0);
#endif
  pthread_join(reader, 0);
}
