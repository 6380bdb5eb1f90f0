// pthread_cleanup_pop(1) runs the handler in passing.
// RUN: %native %s -o %t.exe && %t.exe > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc > %t.ours
// RUN: diff %t.native %t.ours
#include <pthread.h>
#include <stdio.h>

static void say(void *text) { puts(text); }

static void inner(int leave) {
  pthread_cleanup_push(say, "inner");
  if (leave)
    pthread_exit("left");
  pthread_cleanup_pop(1);
}

static void *outer(void *leave) {
  pthread_cleanup_push(say, "outer");
  inner(leave != 0);
  pthread_cleanup_pop(0);
  return "returned";
}

int main(void) {
  for (long leave = 0; leave < 2; ++leave) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, outer, (void *)leave);
    pthread_join(thread, &result);
    puts(result);
  }
  return 0;
}
