// What is no function cannot be the start of a thread.
// RUN: %rbcc -DSTART=0 %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck --check-prefix=NONE %s
// RUN: %rbcc -DSTART=variable %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck --check-prefix=DATA %s
// NONE: error: starts a thread with a null function pointer
// DATA: error: starts a thread with a pointer that is no function
#include <pthread.h>

static long variable[1];

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, (void *(*)(void *))START, variable);
  pthread_join(t, 0);
}
