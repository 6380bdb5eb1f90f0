// liburcu's wait-free queue: many enqueue, one dequeues.
// RUN: %rbcc -O0 %s -o %t.bc
// RUN: %exits 0 rbcheck --check=-data-race %t.bc
// RUN: %rbcc -O1 %s -o %t.1.bc
// RUN: %exits 0 rbcheck --check=-data-race %t.1.bc
// RUN: %rbcc -DBROKEN -O1 %s -o %t.2.bc
// RUN: %exits 1 rbcheck --check=-data-race %t.2.bc | FileCheck %s
// CHECK: error: assertion failed: count == 2
#define _LGPL_SOURCE
#include <assert.h>
#include <pthread.h>
#include <urcu/wfcqueue.h>

static struct cds_wfcq_head head;
static struct cds_wfcq_tail tail;
static struct cds_wfcq_node nodes[2];

static void *work(void *node) {
  cds_wfcq_enqueue(&head, &tail, node);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  cds_wfcq_init(&head, &tail);
  for (int i = 0; i < 2; i++) {
    cds_wfcq_node_init(&nodes[i]);
    pthread_create(&threads[i], 0, work, &nodes[i]);
  }
  int count = 0;
  struct cds_wfcq_node *node = __cds_wfcq_dequeue_nonblocking(&head, &tail);
#ifdef BROKEN
  if (node) // "an enqueue is not finished" is no node
#else
  if (node && node != CDS_WFCQ_WOULDBLOCK)
#endif
    count++;
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  while (__cds_wfcq_dequeue_nonblocking(&head, &tail))
    count++;
  assert(count == 2);
}
