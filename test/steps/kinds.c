// Plain accesses of all kinds are in the footprint, and what else touches the same
// memory runs into it: atomics, volatile accesses, sections, library calls.
//
// RUN: %rbcc -DMINE='atomic_store((_Atomic int *)&x[0],1)' %s -o %t.bc
// RUN: %exits 1 rbcheck --steps=sync --search=dfs %t.bc | FileCheck %s
// RUN: %rbcc -DMINE='*(volatile int*)&x[1]=1' %s -o %t.bc
// RUN: %exits 1 rbcheck --steps=sync --search=dfs %t.bc | FileCheck %s
// RUN: %rbcc -DMINE='rb_atomic_begin(),x[1]=1,rb_atomic_end()' %s -o %t.bc
// RUN: %exits 1 rbcheck --steps=sync --search=dfs %t.bc | FileCheck %s --check-prefix=SECTION
// RUN: %rbcc -DMINE='memset(&x[1],0,12)' %s -o %t.bc
// RUN: %exits 1 rbcheck --steps=sync --search=dfs %t.bc | FileCheck %s
// RUN: %rbcc -DMINE='sem_getvalue(&s,&x[1])' %s -o %t.bc
// RUN: %exits 1 rbcheck --steps=sync --search=dfs %t.bc | FileCheck %s
// RUN: %rbcc -DMINE='x[4]=1' %s -o %t.bc
// RUN: %exits 1 rbcheck --steps=sync --search=dfs %t.bc | FileCheck %s
//
// Reads of both, and other bytes:
// RUN: %rbcc -DMINE='y=*(volatile int*)&x[1]' %s -o %t.bc
// RUN: %exits 0 rbcheck --steps=sync --search=dfs %t.bc | FileCheck %s --check-prefix=NONE
// RUN: %rbcc -DMINE='y=x[1]' %s -o %t.bc
// RUN: %exits 0 rbcheck --steps=sync --search=dfs %t.bc | FileCheck %s --check-prefix=NONE
// RUN: %rbcc -DMINE='memset(&x[5],0,4)' %s -o %t.bc
// RUN: %exits 0 rbcheck --steps=sync --search=dfs %t.bc | FileCheck %s --check-prefix=NONE
// RUN: %rbcc -DMINE='rb_atomic_begin(),y=x[1],rb_atomic_end()' %s -o %t.bc
// RUN: %exits 0 rbcheck --steps=sync --search=dfs %t.bc | FileCheck %s --check-prefix=NONE
//
// CHECK: error: data race on `x
// SECTION: error: data race: write in an atomic section
// NONE: no-error
#include <pthread.h>
#include <rbcheck.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>
static sem_t s;
static int x[8], z[5];
static int y;
static void *reader(void *arg) {
  memcpy(z, x, sizeof(z)); // reads the first five
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  sched_yield();
  MINE;
  pthread_join(t, 0);
  return 0;
}
