// Concurrency Kit's stack for many producers and many consumers.
// RUN: %rbcc -O0 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -O1 %s -o %t.1.bc
// RUN: %exits 0 rbcheck %t.1.bc
// RUN: %rbcc -DBROKEN -O1 %s -o %t.2.bc
// RUN: %exits 1 rbcheck %t.2.bc | FileCheck %s
// CHECK: error: data race on `stack.{{.+}}`
#include <assert.h>
#include <ck_stack.h>
#include <pthread.h>

static ck_stack_t stack = CK_STACK_INITIALIZER;
static ck_stack_entry_t entries[3];

static void push(ck_stack_entry_t *entry) {
#ifdef BROKEN
  ck_stack_push_spnc(&stack, entry); // only for a single producer
#else
  ck_stack_push_upmc(&stack, entry);
#endif
}

static void *work(void *entry) {
  push(entry);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, work, &entries[i]);
  push(&entries[2]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  int popped = 0;
  while (ck_stack_pop_upmc(&stack))
    popped++;
  assert(popped == 3);
}
