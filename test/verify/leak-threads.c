// What belongs to a thread goes with it: thread-local variables, and data of a key
// without a destructor.
// Not for the oracle: keys.
// RUN: %rbcc -DLOCAL %s -o %t.bc && %exits 1 rbcheck --check=+leak %t.bc | FileCheck %s
// RUN: %rbcc -DKEY %s -o %t.bc && %exits 1 rbcheck --check=+leak %t.bc | FileCheck %s
// RUN: %rbcc -DKEY -DFIX %s -o %t.bc && %exits 0 rbcheck --check=+leak %t.bc
// RUN: %rbcc -DLOCAL -DFIX %s -o %t.bc && %exits 0 rbcheck --check=+leak %t.bc
// The main thread's are there to the end.
// RUN: %rbcc -DLOCAL -DMAIN %s -o %t.bc && %exits 0 rbcheck --check=+leak %t.bc
#include <pthread.h>
#include <stdlib.h>

static _Thread_local char *local;
static pthread_key_t key;

static void *run(void *arg) {
  char *made = malloc(12); // CHECK: leak-threads.c:[[#@LINE]]:16: error: memory leak: nothing points to 12 bytes in 1 block
#ifdef LOCAL
  local = made;
#ifdef FIX
  free(local);
#endif
#else
  pthread_setspecific(key, made);
#endif
  return arg;
}

int main(void) {
#ifdef FIX
  pthread_key_create(&key, free);
#else
  pthread_key_create(&key, 0);
#endif
  pthread_t thread;
#ifdef MAIN
  run(0);
#else
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
#endif
  (void)local;
  return 0;
}
