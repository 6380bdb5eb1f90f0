// Destructors of thread-specific data run again while values are set, at most
// four times.
// RUN: %native %s -o %t.exe && %t.exe > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc > %t.ours
// RUN: diff %t.native %t.ours
// RUN: %exits 0 rbcheck %t.bc
#include <pthread.h>
#include <stdio.h>

static pthread_key_t again, once;

static void destroyAgain(void *value) {
  printf("again %ld\n", (long)value);
  pthread_setspecific(again, (char *)value + 1);
}
static void destroyOnce(void *value) { printf("once %ld\n", (long)value); }

static void *work(void *unused) {
  pthread_setspecific(again, (void *)1);
  pthread_setspecific(once, (void *)10);
  pthread_exit(unused);
}

int main(void) {
  pthread_key_create(&again, destroyAgain);
  pthread_key_create(&once, destroyOnce);
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  printf("%p\n", pthread_getspecific(again));
  pthread_key_delete(once);
  return 0;
}
