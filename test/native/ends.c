// Errors without a place of their own: a division stops the processor, threads
// are stuck when the process ends.
// RUN: %rbcc -DDIVISION %s -o %t.bc
// RUN: %exits 1 rbcheck --trace=%t.json %t.bc > %t.out
// RUN: %exits 1 rbreplay --native %t.json 2>&1 | FileCheck %s --check-prefix=DIVISION
// RUN: %rbcc -DSTUCK %s -o %t.bc
// RUN: %exits 1 rbcheck --trace=%t.json %t.bc > %t.out
// RUN: %exits 1 rbreplay --native %t.json 2>&1 | FileCheck %s --check-prefix=STUCK
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int count = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *arg) {
#ifdef DIVISION
  count = 0;
#else
  pthread_mutex_lock(&lock);
#endif
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
#ifdef DIVISION
  int parts = 100 / count;
  pthread_join(thread, 0);
  return parts == 0;
  // DIVISION: here rbcheck saw arithmetic in T0 at {{.*}}ends.c:[[#@LINE-3]]
#else
  pthread_mutex_lock(&lock);
  puts("bye");
  // STUCK: bye
  // STUCK-NEXT: here rbcheck saw deadlock
#endif
}
