// Memory is looked at however the process ends: main returns, exit or _exit is
// called, by any thread, or the last thread ends. Locals that are still used, of all
// threads that have not ended, and results nobody has joined lead to memory.
// RUN: %rbcc -DRETURN %s -o %t.bc && %exits 1 rbcheck --check=+leak %t.bc | FileCheck %s
// RUN: %rbcc -DEXIT %s -o %t.bc && %exits 1 rbcheck --check=+leak %t.bc | FileCheck %s
// RUN: %rbcc -DEXIT_NOW %s -o %t.bc && %exits 1 rbcheck --check=+leak %t.bc | FileCheck %s
// RUN: %rbcc -DLAST %s -o %t.bc && %exits 1 rbcheck --check=+leak %t.bc | FileCheck %s
// RUN: %rbcc -DBY_THREAD %s -o %t.bc && %exits 1 rbcheck --check=+leak %t.bc | FileCheck %s
// RUN: %rbcc -DUSED %s -o %t.bc && %exits 0 rbcheck --check=+leak %t.bc
// RUN: %rbcc -DWAITS %s -o %t.bc && %exits 0 rbcheck --check=leak %t.bc
// RUN: %rbcc -DRESULT %s -o %t.bc && %exits 0 rbcheck --check=+leak %t.bc
// RUN: %rbcc -DARGUMENT %s -o %t.bc && %exits 0 rbcheck --check=+leak %t.bc
// RUN: %rbcc -DHANDLER %s -o %t.bc && %exits 0 rbcheck --check=+leak %t.bc
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static char *global;

static void lose(void) {
  global = malloc(3); // CHECK: leak-exit.c:[[#@LINE]]:12: error: memory leak: nothing points to 3 bytes in 1 block
  global[0] = 1;
  global = 0; // CHECK: leak-exit.c:[[#@LINE]]:10: note: the last pointer to it is lost here
}

__attribute__((noinline)) static void leave(int status) {
  if (status != 7)
    exit(status);
}

static void *run(void *arg) {
#if defined(BY_THREAD)
  lose();
  exit(0);
#elif defined(WAITS)
  char *mine = malloc(5);
  pthread_mutex_lock(arg);
  free(mine);
#elif defined(RESULT)
  return malloc(5);
#elif defined(ARGUMENT)
  free(arg);
#endif
  return arg;
}

static void clean(void) { free(global); }

int main(void) {
  pthread_t thread;
#if defined(RETURN)
  lose();
#elif defined(EXIT)
  lose();
  exit(0);
#elif defined(EXIT_NOW)
  lose();
  _exit(0);
#elif defined(LAST)
  pthread_create(&thread, 0, run, 0);
  lose();
  pthread_exit(0);
#elif defined(BY_THREAD)
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
#elif defined(USED)
  char *used = malloc(5);
  leave(3);
  free(used);
#elif defined(WAITS)
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, 0, run, &mutex);
#elif defined(RESULT)
  pthread_create(&thread, 0, run, 0);
#elif defined(ARGUMENT)
  pthread_create(&thread, 0, run, malloc(5));
#elif defined(HANDLER)
  global = malloc(9);
  atexit(clean);
#endif
  (void)clean, (void)leave;
  return 0;
}
