// Which blocks are named: those that no other lost block leads to, with a count of
// the rest; of a circle one. A pointer into a block, just behind it, just before it,
// with tags in its low bits, or at a multiple of four bytes leads to it.
// Not for the oracle: strdup.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --check=leak --all-errors %t.bc | FileCheck %s
// RUN: %rbcc -DFIX %s -o %t.fix.bc
// RUN: %exits 0 rbcheck --check=leak %t.fix.bc
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next;
  char *name;
};

static struct node *add(struct node *list) {
  struct node *node = malloc(sizeof *node); // CHECK: leak-lists.c:[[#@LINE]]:23: error: memory leak: nothing points to 16 bytes in 1 block when the program ends, and from there alone 44 bytes in 5 blocks are reached
  node->next = list;
  node->name = strdup("abc");
  return node;
}

static struct node *ring(void) {
  struct node *first = malloc(sizeof *first); // CHECK: leak-lists.c:[[#@LINE]]:24: error: memory leak: nothing points to 16 bytes in 1 block when the program ends, and from there alone 16 bytes in 1 block is reached
  first->next = malloc(sizeof *first);
  first->name = 0;
  *first->next = (struct node){first, 0};
  return first;
}

static char *inside, *behind, *before;
static uintptr_t tagged;
#pragma pack(4)
static struct {
  int number;
  void *p;
} packed[40];

static void keep(void) {
  inside = (char *)malloc(10) + 5;
  behind = (char *)malloc(10) + 10;
  before = (char *)malloc(10) - 1;
  tagged = (uintptr_t)malloc(10) | 3;
  for (int i = 0; i < 40; ++i)
    packed[i].p = malloc(10);
}

int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 3; ++i)
    list = add(list);
  struct node *circle = ring();
  keep();
#ifdef FIX
  free(circle->next);
  free(circle);
  while (list) {
    struct node *next = list->next;
    free(list->name);
    free(list);
    list = next;
  }
#else
  circle->next->name = 0; // the last use
  list->name[0] = 'A';
#endif
  return 0;
}
// CHECK-NOT: error: memory leak
// CHECK: error: 2 errors
