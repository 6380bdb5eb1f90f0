// A lock of an x86 written in assembly. Its release is a plain store, which is
// enough; taking it needs lock, and the flag of Dekker's algorithm a fence.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc | FileCheck %s --check-prefix=RIGHT
// RUN: %rbcc -DUNLOCKED %s -o %t.unlocked.bc
// RUN: %exits 1 rbcheck %t.unlocked.bc | FileCheck %s
// RUN: %rbcc -DDEKKER %s -o %t.dekker.bc
// RUN: %exits 0 rbcheck %t.dekker.bc | FileCheck %s --check-prefix=RIGHT
// RUN: %rbcc -DDEKKER -DFENCE='"lfence"' %s -o %t.weak.bc
// RUN: %exits 1 rbcheck %t.weak.bc | FileCheck %s
// RUN: %exits 1 rbcheck --memory-model=c11 %t.weak.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=c11 %t.dekker.bc
// RUN: %rbcc -DDEKKER -DFENCE='"lock; addl $0,0(%%%%rsp)"' %s -o %t.add.bc
// RUN: %exits 0 rbcheck %t.add.bc | FileCheck %s --check-prefix=RIGHT
// CHECK: error: assertion failed: inside == 0
// RIGHT: no-error: {{.*}} under TSO (x86).
#include <assert.h>
#include <pthread.h>

#ifdef UNLOCKED
#define LOCK ""
#else
#define LOCK "lock; "
#endif
#ifndef FENCE
#define FENCE "mfence"
#endif

static int lock, wants[2], visitors;

static int tryTake(void) {
  unsigned char taken;
  int expected = 0;
  __asm__ __volatile__(LOCK "cmpxchgl %3, %0; setz %1"
                       : "+m"(lock), "=q"(taken), "+a"(expected)
                       : "r"(1)
                       : "memory", "cc");
  return taken;
}
static void put(int *to, int value) {
  __asm__ __volatile__("movl %1, %0" : "=m"(*to) : "r"(value) : "memory");
}
static int get(int *from) {
  int value;
  __asm__ __volatile__("movl %1, %0" : "=r"(value) : "m"(*from) : "memory");
  return value;
}

static void *enter(void *arg) {
  int me = (int)(long)arg;
#ifdef DEKKER
  put(&wants[me], 1);
  __asm__ __volatile__(FENCE ::: "memory");
  if (get(&wants[1 - me]))
    return 0;
#else
  if (!tryTake())
    return 0;
#endif
  int inside = get(&visitors);
  assert(inside == 0);
  put(&visitors, 1);
  put(&visitors, 0);
#ifndef DEKKER
  put(&lock, 0);
#endif
  put(&wants[me], 0);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, enter, (void *)0);
  pthread_create(&second, 0, enter, (void *)1);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
