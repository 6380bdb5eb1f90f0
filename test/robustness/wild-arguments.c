// Library functions with pointers and sizes from nowhere: reported, never a crash.
// RUN: %rbcc -DCALL='memcpy(b, (void *)16, 4)' %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DCALL='memset(b, 0, wild)' %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DCALL='memmove(b + 1, b, 0x100000004)' %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DCALL='strlen((char *)wild)' %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DCALL='strlen(b)' %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DCALL='printf("%%s", (char *)1)' %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DCALL='snprintf(b, 100, "%%050d", 1)' %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DCALL='free((void *)wild)' %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DCALL='((void (*)(void))wild)()' %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DCALL='((void (*)(void))b)()' %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DCALL='pthread_mutex_lock((pthread_mutex_t *)wild)' %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DCALL='*(volatile char *)&main = 1' %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DCALL='qsort(b, wild, 1, compare)' %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DCALL='longjmp((struct __jmp_buf_tag *)zeros, 1)' %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck %s
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long zeros[64];
static int compare(const void *a, const void *b) {
  return *(const char *)a - *(const char *)b;
}

int main(void) {
  volatile unsigned long wild = 0x8000123412341234;
  char b[8];
  memset(b, 'x', sizeof b);
  (void)compare, (void)zeros;
  CALL; // CHECK: error:
  return 0;
}
