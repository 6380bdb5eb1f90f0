// What a wait can go before is not always the latest step that it depends on, nor
// the latest of its kind: while the first try has what there is, the wait can
// neither go before the post nor before the second try, but before the first. Then
// it gives back after both tries, between them or before them: four orders.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --search=dpor --emit=finals %t.bc | FileCheck %s
// RUN: %exits 0 rbcheck --search=dpor %t.bc | FileCheck %s --check-prefix=COUNT
// RUN: %exits 0 rbcheck --search=dpor:sets=source %t.bc | FileCheck %s --check-prefix=COUNT
// RUN: rbcheck-reference --traces %t.bc | FileCheck %s --check-prefix=TRACES
// CHECK-DAG: exit 0
// CHECK-DAG: exit 1
// COUNT: {{^}}4 executions:
// TRACES: 4 traces
#include <pthread.h>
#include <semaphore.h>

static sem_t one;

static void *waiter(void *arg) {
  sem_wait(&one);
  sem_post(&one);
  return arg;
}

int main(void) {
  int had = 0;
  sem_init(&one, 0, 1);
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  had += sem_trywait(&one) == 0;
  had += sem_trywait(&one) == 0;
  if (had)
    sem_post(&one);
  pthread_join(thread, 0);
  return had;
}
