// A string is printed while another thread may free or change it.
// RUN: %exits 1 rbcheck %s | FileCheck %s
// RUN: %rbcc -DCHANGE %s -o %t.change.bc
// RUN: %exits 1 rbcheck %t.change.bc | FileCheck %s --check-prefix=RACE
// RUN: %rbcc -DPUTS %s -o %t.puts.bc
// RUN: %exits 1 rbcheck %t.puts.bc | FileCheck %s
// RUN: %rbcc -DFIXED %s -o %t.fixed.bc
// RUN: %exits 0 rbcheck %t.fixed.bc
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *_Atomic text;
static void *print(void *arg) {
  char *mine = text;
#ifdef PUTS
  puts(mine);
#else
  printf("<%s>\n", mine);
#endif
  // CHECK: printed-string.c:{{[0-9]+}}:{{[0-9]+}}: error: {{.*}}freed memory
  // RACE: printed-string.c:{{[0-9]+}}:{{[0-9]+}}: error: data race
  return arg;
}
int main(void) {
  pthread_t t;
  char *p = malloc(4);
  strcpy(p, "abc");
  text = p;
  pthread_create(&t, 0, print, 0);
#ifdef FIXED
  pthread_join(t, 0);
#endif
#ifdef CHANGE
  p[1] = 'x';
  pthread_join(t, 0);
#endif
  free(p);
#if !defined FIXED && !defined CHANGE
  pthread_join(t, 0);
#endif
  return 0;
}
