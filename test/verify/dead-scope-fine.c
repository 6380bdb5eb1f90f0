// Scopes of correct programs: loops, jumps in and out, setjmp, locals of
// callers, places that are used again; and what an optimiser makes of them.
// Not for the oracle: main has arguments.
// RUN: %rbcc -w %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %clang -O1 -emit-llvm -c -w %s -o %t.1.bc
// RUN: %exits 0 rbcheck %t.1.bc
// RUN: %clang -O3 -emit-llvm -c -w %s -o %t.3.bc
// RUN: %exits 0 rbcheck %t.3.bc
#include <assert.h>
#include <setjmp.h>
#include <string.h>

struct node { struct node *next; int value; };
static struct node *head;
static void push(struct node *node) {
  node->next = head;
  head = node;
}
static int sum(void) {
  int total = 0;
  for (struct node *at = head; at; at = at->next)
    total += at->value;
  return total;
}
static int *through(int *p) { return p; }
static int nested(int depth, struct node *outer) {
  struct node mine = {outer, depth};
  if (depth == 0) {
    int total = 0;
    for (struct node *at = &mine; at; at = at->next)
      total += at->value;
    return total;
  }
  return nested(depth - 1, &mine);
}

static jmp_buf env;
static int jumps(void) {
  volatile int n = 0;
  int *volatile p;
  {
    int x = 5;
    p = &x;
    if (setjmp(env) == 0)
      longjmp(env, 1);
    n = *p;
  }
  return n;
}

int main(int argc, char **argv) {
  struct node a = {0, 1}, b = {0, 2};
  push(&a);
  push(&b);
  for (int i = 0; i < 3; i++) {
    struct node c = {0, 3};
    push(&c);
    assert(sum() == 6);
    head = c.next;
  }
  assert(sum() == 3 && nested(4, 0) == 10 && jumps() == 5);

  int n = 0;
  goto in;
  {
    int x;
  in:
    x = 3;
    n += *through(&x);
  }
again: {
  int y[4] = {n};
  n += *through(y);
  if (n < 100)
    goto again;
}
  switch (argc) {
    int z;
  case 1:
    z = 4;
    n += *through(&z);
    break;
  default:
    z = 5;
    n += *through(&z);
  }
  for (int i = 0; i < 5; i++) {
    char text[16];
    if (i == 2)
      continue;
    strcpy(text, "abc");
    if (i == 4)
      break;
    n += (int)strlen(text);
  }
  int *last = 0;
  for (int i = 0; i < 3; i++) {
    int array[i + 1];
    array[i] = i;
    last = through(array);
    assert(last[i] == i);
    int k = ({ int inner = i; *through(&inner); });
    assert(k == i);
  }
  struct node *literal = &(struct node){0, 7};
  assert(literal->value == 7 && n > 0);
  return 0;
}
