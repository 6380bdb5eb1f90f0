// Memory has the names of the source: globals and their parts, locals of other
// threads, heap objects by where they were allocated; values have their types.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --search=dfs --no-minimize --trace=%t.json %t.bc
// RUN: FileCheck --input-file=%t.json %s
// RUN: /usr/bin/python3 %S/check_trace.py %root/docs/trace-schema.json %t.json
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum colour { RED, GREEN };
struct node {
  struct node *next;
  int value;
};
struct account {
  pthread_mutex_t lock;
  long balance;
  struct {
    unsigned char flags[3];
  } inner;
};
static struct account accounts[2] = {
    {PTHREAD_MUTEX_INITIALIZER, 0, {{0}}},
    {PTHREAD_MUTEX_INITIALIZER, 0, {{0}}}};
static struct node *head;
static double ratio;
static bool done;
static enum colour colour;
static int grid[2][3];
static _Thread_local int own;
static int *ownOfMain;
static atomic_int ticks;
static void (*handler)(void);
static void nothing(void) {}

static void *work(void *arg) {
  pthread_mutex_lock(&accounts[1].lock);
  accounts[1].balance = -5;
  accounts[1].inner.flags[2] = 'a';
  head->next->value = 7;
  head->next = 0;
  ratio = 0.5;
  done = true;
  colour = GREEN;
  grid[1][2] = 9;
  *(int *)arg = 3;
  *ownOfMain = 4;
  ticks++;
  handler = nothing;
  pthread_mutex_unlock(&accounts[1].lock);
  return 0;
}

static struct node *make(struct node *next) {
  struct node *node = malloc(sizeof *node);
  node->next = next;
  node->value = 0;
  return node;
}

int main(void) {
  pthread_t t;
  int local = 0;
  head = make(make(0));
  ownOfMain = &own;
  pthread_create(&t, 0, work, &local);
  pthread_join(t, 0);
  assert(local == 0);
}
// CHECK-DAG: "text":"lock accounts[1].lock"
// CHECK-DAG: "text":"write accounts[1].balance: 0 -> -5"
// CHECK-DAG: "text":"write accounts[1].inner.flags[2]: 0 -> 97 'a'"
// CHECK-DAG: "text":"read head = pointer to the 2nd node allocated at names.c:58"
// CHECK-DAG: "text":"write node.value of the 1st object allocated at names.c:58: 0 -> 7"
// CHECK-DAG: "text":"write node.next of the 2nd object allocated at names.c:58: pointer to the 1st node allocated at names.c:58 -> null"
// CHECK-DAG: "text":"write ratio: 0 -> 0.5"
// CHECK-DAG: "text":"write done: false -> true"
// CHECK-DAG: "text":"write colour: RED -> GREEN"
// CHECK-DAG: "text":"write grid[1][2]: 0 -> 9"
// CHECK-DAG: "text":"write local in main: 0 -> 3"
// CHECK-DAG: "text":"write own of T0: 0 -> 4"
// CHECK-DAG: "text":"update ticks: 0 -> 1"
// CHECK-DAG: "text":"write handler: null -> nothing"
// CHECK-DAG: "text":"unlock accounts[1].lock"
// CHECK-DAG: "kind":"assertion"
