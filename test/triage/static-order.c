// What is executed before a thread is made, or after it was joined, does not
// race with it; nor do threads that never run at the same time.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck-pairs %t.bc | FileCheck %s
#include <pthread.h>
#include <stdlib.h>
static int a, b, c, d, e, f, g;
static void *writeA(void *arg) {
  a = 1;
  return arg;
}
static void *writeB(void *arg) {
  b = 1;
  return arg;
}
static void *writeC(void *arg) {
  c = 1;
  return arg;
}
static void *leaves(void *arg) {
  pthread_t inner;
  pthread_create(&inner, 0, writeC, 0);
  return arg;
}
static void *writeD(void *arg) {
  d = 1; // CHECK-DAG: open static-order.c:[[#@LINE]] static-order.c:[[#@LINE]]
  return arg;
}
static void *writeE(void *arg) {
  e = 1; // CHECK-DAG: excluded static-order.c:[[#@LINE]] static-order.c:[[#@LINE]] both are only executed by one thread
  return arg;
}
static void *writeF(void *arg) {
  f = 1;
  return arg;
}
static void *writeG(void *arg) {
  g = 1;
  return arg;
}

int main(int argc, char **argv) {
  pthread_t t, u, all[3];
  a = 2; // CHECK-DAG: excluded static-order.c:[[#@LINE]] static-order.c:9 static-order.c:[[#@LINE]] is executed before the thread of static-order.c:[[#@LINE+1]] is made
  pthread_create(&t, 0, writeA, 0);
  a = 3; // CHECK-DAG: open static-order.c:[[#@LINE]] static-order.c:9
  pthread_join(t, 0);
  a = 4; // CHECK-DAG: excluded static-order.c:[[#@LINE]] static-order.c:9 static-order.c:[[#@LINE]] is executed after the thread of static-order.c:[[#@LINE-3]] was joined at static-order.c:[[#@LINE-1]]

  // The wrong thread is joined.
  pthread_create(&u, 0, writeB, 0);
  pthread_create(&t, 0, writeA, 0);
  pthread_join(t, 0);
  b = 2; // CHECK-DAG: open static-order.c:13 static-order.c:[[#@LINE]]
  pthread_join(u, 0);
  b = 3; // CHECK-DAG: excluded static-order.c:13 static-order.c:[[#@LINE]]

  // The thread that was joined has left one behind.
  pthread_create(&t, 0, leaves, 0);
  pthread_join(t, 0);
  c = 2; // CHECK-DAG: open static-order.c:17 static-order.c:[[#@LINE]]

  // Loops with as many rounds, and with fewer.
  for (int i = 0; i < 3; i++)
    pthread_create(&all[i], 0, writeD, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(all[i], 0);
  d = 2; // CHECK-DAG: open static-order.c:26 static-order.c:[[#@LINE]]
  pthread_join(all[2], 0);
  d = 3; // CHECK-DAG: excluded static-order.c:26 static-order.c:[[#@LINE]]

  // One after the other.
  for (int i = 0; i < 3; i++) {
    pthread_create(&t, 0, writeE, 0);
    pthread_join(t, 0);
  }

  // Made or joined on some paths only.
  if (argc > 1) {
    pthread_create(&t, 0, writeF, 0);
    f = 2; // CHECK-DAG: open static-order.c:34 static-order.c:[[#@LINE]]
  }
  pthread_create(&u, 0, writeG, 0);
  if (argc > 1)
    pthread_join(u, 0);
  g = 2; // CHECK-DAG: open static-order.c:38 static-order.c:[[#@LINE]]
}
