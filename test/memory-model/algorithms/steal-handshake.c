// Stealing by request: a thief asks, the owner of a private list answers at its next
// poll with an item or with none. The item's content is plain: the answer has to
// release and acquire, the request need not.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -DANSWER=memory_order_relaxed %s -o %t.answer.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.answer.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.answer.bc
// RUN: %rbcc -DAWAIT=memory_order_relaxed %s -o %t.await.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.await.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.await.bc
// CHECK: error: data race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef ANSWER
#define ANSWER memory_order_release
#endif
#ifndef AWAIT
#define AWAIT memory_order_acquire
#endif
enum { ITEMS = 3, UNANSWERED = -1, NONE = -2, NOBODY = 0 };
static atomic_int request = NOBODY;
static atomic_int answers[3] = {UNANSWERED, UNANSWERED, UNANSWERED};
static int content[ITEMS];
static int stolen[3];
static void poll(int *first, int last) {
  int who = atomic_load_explicit(&request, memory_order_relaxed);
  if (who == NOBODY)
    return;
  int item = *first < last ? (*first)++ : NONE;
  atomic_store_explicit(&request, NOBODY, memory_order_relaxed);
  atomic_store_explicit(&answers[who], item, ANSWER);
}
static void *thief(void *arg) {
  int me = (int)(long)arg, nobody = NOBODY, item;
  if (!atomic_compare_exchange_strong_explicit(
          &request, &nobody, me, memory_order_relaxed, memory_order_relaxed))
    return 0;
  while ((item = atomic_load_explicit(&answers[me], AWAIT)) == UNANSWERED)
    ;
  if (item != NONE) {
    assert(content[item] == item + 1);
    stolen[me]++;
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, thief, (void *)1);
  pthread_create(&b, 0, thief, (void *)2);
  int first = 0, last = 0, done = 0;
  for (; last < ITEMS; last++) {
    content[last] = last + 1;
    poll(&first, last + 1);
  }
  for (; first < last; last--, done++)
    poll(&first, last);
  int who = atomic_exchange_explicit(&request, 3, memory_order_relaxed);
  if (who != NOBODY)
    atomic_store_explicit(&answers[who], NONE, ANSWER);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(done + stolen[1] + stolen[2] >= ITEMS);
  return 0;
}
