// When the last thread ends, main having left before, the process ends as by
// exit(0): handlers run.
// RUN: %native %s -o %t.exe && %exits 7 %t.exe > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 7 rbcheck --run %t.bc > %t.ours
// RUN: diff %t.native %t.ours
// RUN: %exits 1 rbcheck %t.bc -- wrong | FileCheck %s
// RUN: %exits 0 rbcheck %t.bc
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int count;
static int isWrong;

static void last(void) {
  assert(!isWrong); // CHECK: last-thread-exit.c:[[#@LINE]]:{{.*}} error: assertion failed
  printf("%d threads\n", count);
  fflush(stdout);
  _exit(7);
}

static void *work(void *main) {
  pthread_join(*(pthread_t *)main, 0);
  ++count;
  return 0;
}

static pthread_t self;

int main(int argc, char **argv) {
  (void)argv;
  isWrong = argc > 1;
  atexit(last);
  self = pthread_self();
  pthread_t thread;
  pthread_create(&thread, 0, work, &self);
  ++count;
  pthread_exit(0);
}
