// The report of a memory error: where the object came from and went.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --search=bfs %t.bc | FileCheck %s
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char *name;

static void *drop(void *arg) {
  pthread_mutex_lock(&m);
  free(name);
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t t;
  name = malloc(8);
  strcpy(name, "rbcheck");
  printf("begin\n");
  pthread_create(&t, 0, drop, 0);
  pthread_mutex_lock(&m);
  char first = name[0];
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return first == 'x';
}
// CHECK: report-memory.c:24:16: error: read from freed memory: `name[0]` of the object allocated at report-memory.c:19
// CHECK-NEXT: 24 |   char first = name[0];
// CHECK-NEXT: |                ^
// CHECK-NEXT: report-memory.c:19:10: note: `name`: 8 bytes allocated by T0
// CHECK: report-memory.c:13:3: note: freed by T1
// CHECK: How it happens
// CHECK: T0 main
// CHECK: 13 free(name);
// CHECK: ! 24 char first = name[0];
// CHECK: Output of the program:
// CHECK-NEXT: | begin
