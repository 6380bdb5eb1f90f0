// What is done through a pointer without a value is an error; no pair of lines
// is refuted for certain then, since nobody knows what a program does behind it.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// CHECK: uninitialised-pointer.c:[[#@LINE+11]]:{{.*}} error: write to address {{.*}}, where there is no object
// RUN: echo "uninitialised-pointer.c:17 <> uninitialised-pointer.c:24" > %t.locs
// RUN: %exits 1 rbcheck %t.bc --locs %t.locs --json=%t.json
// RUN: %python %S/verdicts.py %t.json | FileCheck --check-prefix=VERDICTS %s
// VERDICTS: W1 race refuted-bounded
#include <pthread.h>
static int data;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *arg) {
  int *open;
  pthread_mutex_lock(&mutex);
  *open = 1;
  data++;
  pthread_mutex_unlock(&mutex);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0), pthread_mutex_lock(&mutex);
  data++;
  pthread_mutex_unlock(&mutex);
  pthread_join(t, 0);
}
