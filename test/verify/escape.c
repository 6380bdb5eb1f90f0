// A heap object becomes visible to others once a pointer to it is stored where they
// can see it: before, its accesses are no scheduling points; after, they are.
// RUN: %exits 1 rbcheck %s | FileCheck %s
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 0 rbcheck %t.fixed.bc
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct Item {
  struct Item *_Atomic next;
  int value;
};
static struct Item *_Atomic list;
static void *reader(void *arg) {
  struct Item *item = list;
  if (item && item->next)
    return item->next->value == 7 ? arg : 0;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  struct Item *first = malloc(sizeof *first), *second = malloc(sizeof *second);
  first->next = second;
  second->next = 0;
#ifdef FIXED
  second->value = 7;
  list = first;
#else
  list = first;
  second->value = 7; // CHECK: escape.c:{{[0-9]+}}:{{.*}} error: data race
#endif
  pthread_join(t, 0);
  return 0;
}
