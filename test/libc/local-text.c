// Text work on local buffers makes no scheduling points: two threads have as
// few states as two empty ones.
// RUN: %rbcc -DWORK=1 %s -o %t.work.bc && %exits 0 rbcheck --search=dfs %t.work.bc > %t.work
// RUN: %rbcc -DWORK=0 %s -o %t.idle.bc && %exits 0 rbcheck --search=dfs %t.idle.bc > %t.idle
// RUN: grep -o "^[0-9]* state[s]*, [0-9]* step" %t.work > %t.work.count
// RUN: grep -o "^[0-9]* state[s]*, [0-9]* step" %t.idle > %t.idle.count
// RUN: diff %t.work.count %t.idle.count
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void *work(void *unused) {
#if WORK
  char text[64], *save;
  time_t zero = 0;
  struct tm parts;
  int numbers[] = {3, 1, 2}, a;
  snprintf(text, sizeof text, "%d %s", 7, "a,b,c");
  for (char *t = strtok_r(text, " ,", &save); t; t = strtok_r(0, " ,", &save))
    strlen(t);
  sscanf("12 x", "%d", &a);
  gmtime_r(&zero, &parts);
  strftime(text, sizeof text, "%c", &parts);
  char *copy = strdup(text);
  memcpy(text, copy, 4);
  free(copy);
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
