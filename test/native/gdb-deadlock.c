// In gdb every thread of a deadlock is in the call it waits in, and the mutexes
// say who holds them.
// REQUIRES: gdb
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --trace=%t.json %t.bc > %t.out
// RUN: %exits 0 rbreplay --gdb %t.json -- -batch -ex "print first" > %t.gdb 2>&1
// RUN: FileCheck %s < %t.gdb
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;

static void *forwards(void *arg) {
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return arg;
}

static void *backwards(void *arg) {
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, forwards, 0);
  pthread_create(&b, 0, backwards, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
// CHECK: here rbcheck saw deadlock
// CHECK: T0 waits in pthread_join(
// CHECK: T1 waits in pthread_mutex_lock(
// CHECK: T2 waits in pthread_mutex_lock(
// CHECK-DAG: in forwards (arg=0x0) at {{.*}}gdb-deadlock.c:15
// CHECK-DAG: in backwards (arg=0x0) at {{.*}}gdb-deadlock.c:23
// CHECK-DAG: in main () at {{.*}}gdb-deadlock.c:33
// CHECK: $1 = {__data = {__lock = 1
