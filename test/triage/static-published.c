// An address can come to others by ways that order nothing, or by the result of a
// thread: what was done to the variable before is no reason then.
// RUN: %rbcc %s -o %t.bc
// RUN: echo "static-published.c:26 <> *" > %t.locs
// RUN: echo "static-published.c:36 <> *" >> %t.locs
// RUN: %exits 1 rbcheck %t.bc --locs %t.locs | FileCheck %s
// CHECK: W1{{.*}}CONFIRMED
// CHECK: W2{{.*}}CONFIRMED
// RUN: %rbcc -DKEPT %s -o %t2.bc
// RUN: %exits 0 rbcheck --max-states=1 %t2.bc --locs %t.locs | FileCheck %s --check-prefix=KEPT
// KEPT: W1{{.*}}refuted
// KEPT: W2{{.*}}refuted
#include <pthread.h>
static int *published;
static int given;

static void *reader(void *arg) {
  if (published)
    (*published)++;
  return arg;
}
static void publish(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  int local;
  local = 5;
#ifndef KEPT
  published = &local;
#else
  published = 0;
#endif
  pthread_join(t, 0);
}

static void *user(void *arg) {
  given = 2;
  return arg;
}
static void *giver(void *arg) {
  given = 1;
  return &given;
}
int main(void) {
  pthread_t t, u;
  int *p = &(int){0};
  publish();
  pthread_create(&t, 0, giver, 0);
#ifndef KEPT
  pthread_join(t, (void **)&p);
#else
  pthread_join(t, 0);
#endif
  pthread_create(&u, 0, user, 0);
  *p = 3;
  pthread_join(u, 0);
}
