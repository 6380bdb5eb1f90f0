// In gdb a dangling pointer shows what it pointed to.
// REQUIRES: gdb
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --check=memory --trace=%t.json %t.bc > %t.out
// RUN: %exits 0 rbreplay --gdb %t.json -- -batch -ex "frame function show" -ex "print *node" > %t.gdb 2>&1
// RUN: FileCheck %s < %t.gdb
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct Node {
  int value;
  struct Node *next;
};

static _Atomic(struct Node *) head;
static atomic_int sum;

static void show(struct Node *node) {
  sum += node->value;
}

static void *reader(void *arg) {
  struct Node *node = head;
  if (node)
    show(node);
  return arg;
}

int main(void) {
  struct Node *node = malloc(sizeof *node);
  *node = (struct Node){42, 0};
  head = node;
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  head = 0;
  free(node);
  pthread_join(thread, 0);
}
// CHECK: here rbcheck saw use-after-free in T1 at {{.*}}gdb-use-after-free.c:20
// CHECK: rbcheck_failed_here
// CHECK: in show (node=0x{{.*}}) at {{.*}}gdb-use-after-free.c:20
// CHECK-NEXT: in reader (arg=0x0) at {{.*}}gdb-use-after-free.c:26
// CHECK: in main () at
// CHECK: $1 = {value = 42, next = 0x0}
