// LinkedList(B, N): B builders append N numbers in all to one list. The store
// that links a new node lies outside the critical section: two builders at the
// same tail overwrite each other's link.
// Error: the assertion on the count, or a data race on `next`.
#include "papers.h"

#ifndef B
#define B 2
#endif
#ifndef N
#define N 4
#endif

struct node {
  int element;
  struct node *SHARED next;
};

static struct node header;
static Lock kl = LOCK;

static void addLast(int x) {
  struct node *at = &header;
  for (struct node *next; (next = at->next) != 0;) // L1: the last one
    at = next;
  enter(&kl);
#if !BUG
  while (at->next != 0)
    at = at->next;
#endif
  struct node *made = malloc(sizeof *made);
  made->element = x;
  made->next = at->next;
#if BUG
  leave(&kl);
#endif
  at->next = made; // L2, L3
#if !BUG
  leave(&kl);
#endif
}

/// The argument is the first number, shifted left by 16, and how many.
static void *build(void *arg) {
  int first = (int)((long)arg >> 16), count = (int)((long)arg & 0xffff);
  for (int i = 0; i < count; i++)
    addLast(first + i);
  return 0;
}

int main(int argc, char **argv) {
  Threads threads = {0};
  int builders = parameter(argc, argv, 1, B);
  int numbers = parameter(argc, argv, 2, N);
  int perBuilder = numbers / builders;
  for (int i = 0; i < builders; i++)
    spawn(&threads, build, (void *)((long)(i * perBuilder) << 16 | perBuilder));
  joinAll(&threads);
  int count = 0;
  for (struct node *at = header.next; at; at = at->next)
    count++;
  assert(count == perBuilder * builders);
  while (header.next) {
    struct node *first = header.next;
    header.next = first->next;
    free(first);
  }
  return 0;
}
