// A FILE is locked by each call: lines of two threads do not mix, but a line
// that takes two calls can be torn.
// RUN: %rbcc -DCALLS=2 %s -o %t.bug.bc
// RUN: %exits 1 rbcheck %t.bug.bc | FileCheck %s
// RUN: %rbcc -DCALLS=1 %s -o %t.fix.bc
// RUN: %exits 0 rbcheck %t.fix.bc
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *log;

static void *work(void *name) {
  if (CALLS == 1) {
    fprintf(log, "%s!", (char *)name);
  } else {
    fputs(name, log);
    fputc('!', log);
  }
  return 0;
}

int main(void) {
  char *text;
  size_t size;
  log = open_memstream(&text, &size);
  pthread_t thread;
  pthread_create(&thread, 0, work, "aa");
  work("bb");
  pthread_join(thread, 0);
  fclose(log);
  assert(!strcmp(text, "aa!bb!") || !strcmp(text, "bb!aa!")); // CHECK: stream-shared.c:[[#@LINE]]:{{.*}} error: assertion failed
  free(text);
  return 0;
}
