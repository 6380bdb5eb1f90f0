// What the program does depends on a value that was never written: the variable
// or the memory is named, with the place where it came to life.
// RUN: %exits 1 rbcheck --uninitialised=report --cflags=-DT=1 %s | FileCheck %s --check-prefix=LOCAL
// RUN: %exits 1 rbcheck --uninitialised=report --cflags=-DT=2 %s | FileCheck %s --check-prefix=HEAP
// RUN: %exits 1 rbcheck --uninitialised=report --cflags=-DT=3 %s | FileCheck %s --check-prefix=INDEX
// RUN: %exits 1 rbcheck --uninitialised=report --cflags=-DT=4 %s | FileCheck %s --check-prefix=PRINTED
// RUN: %exits 1 rbcheck --uninitialised=report --cflags=-DT=5 %s | FileCheck %s --check-prefix=DIVIDED
// RUN: %exits 1 rbcheck --uninitialised=report --cflags=-DT=6 %s | FileCheck %s --check-prefix=STRING
// RUN: %exits 1 rbcheck --uninitialised=report --cflags=-DT=7 %s | FileCheck %s --check-prefix=TAIL
// RUN: %exits 1 rbcheck --uninitialised=report --cflags=-DT=8 %s | FileCheck %s --check-prefix=STATUS
// RUN: %exits 1 rbcheck --uninitialised=report --cflags=-DT=9 %s | FileCheck %s --check-prefix=COPIED
// RUN: %exits 1 rbcheck --uninitialised=report --cflags=-DT=10 %s | FileCheck %s --check-prefix=AGAIN
// RUN: %exits 1 rbcheck --uninitialised=report --cflags=-DT=11 %s | FileCheck %s --check-prefix=FREED
// RUN: %exits 1 rbcheck --uninitialised=report --cflags=-DT=12 %s | FileCheck %s --check-prefix=SWITCH
// RUN: %exits 1 rbcheck --uninitialised=report --cflags=-DT=13 %s | FileCheck %s --check-prefix=CALL
// RUN: %exits 1 rbcheck --uninitialised=report --cflags=-DT=14 %s | FileCheck %s --check-prefix=COMPARED
//
// Not by default; without the check the path ends there, and that is said.
// RUN: %exits 0 rbcheck --cflags=-DT=2 %s
// RUN: %exits 2 rbcheck --uninitialised=report --check=-uninitialised --cflags=-DT=1 %s | FileCheck %s --check-prefix=UNCHECKED
// UNCHECKED: inconclusive: a path ended with an unchecked uninitialised
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
  int first, second;
};

static int later(int given) {
  int level; // AGAIN-DAG: note: `level` declared by T0
  if (given)
    level = 1;
  return level;
}

int main(void) {
  int level; // LOCAL-DAG: report.c:[[#@LINE]]: note: `level` declared by T0
#if T == 1
  // LOCAL-DAG: report.c:[[#@LINE+1]]:{{.*}} error: a branch depends on `level`, which was never written
  if (level > 1)
    puts("much");
#elif T == 2
  int *numbers = malloc(4 * sizeof(int));
  numbers[0] = 1;
  // HEAP: report.c:[[#@LINE+2]]:{{.*}} error: a branch depends on a part of `numbers` that was never written
  // HEAP: report.c:[[#@LINE-3]]:{{.*}} note: `numbers` allocated by T0
  if (numbers[1])
    puts("much");
  free(numbers);
#elif T == 3
  int table[4] = {1, 2, 3, 4};
  // INDEX: report.c:[[#@LINE+1]]:{{.*}} error: which memory is accessed depends on `level`, which was never written
  return table[level & 3];
#elif T == 4
  // PRINTED: error: a call of printf depends on `level`, which was never written
  printf("%d\n", level);
#elif T == 5
  // DIVIDED: error: whether a division faults depends on `level`, which was never written
  return 8 / level;
#elif T == 6
  char text[8];
  text[0] = 'a';
  // STRING: error: a call of strlen depends on a part of `text` that was never written
  return strlen(text) == 1;
#elif T == 7
  char *text = malloc(2);
  text[0] = text[1] = 'a';
  text = realloc(text, 4);
  // TAIL: error: a branch depends on a part of `text` that was never written
  if (text[1] == 'a' && text[2] == 'b')
    puts("b");
#elif T == 8
  // STATUS: report.c:[[#@LINE+1]]:{{.*}} error: the exit status depends on `level`, which was never written
  return level;
#elif T == 9
  // The original is named, not the copy.
  struct pair a, b, c; // COPIED-DAG: report.c:[[#@LINE]]: note: `a` declared by T0
  a.first = 1;
  memcpy(&b, &a, sizeof b);
  c = b;
  // COPIED-DAG: error: a branch depends on a part of `a` that was never written
  if (c.second + 1 == 2)
    puts("one");
#elif T == 10
  // The second call has another variable at the same place.
  assert(later(1) == 1);
  // AGAIN-DAG: error: a branch depends on `level`, which was never written
  assert(later(0) == 1);
#elif T == 11
  int *p = malloc(sizeof *p);
  *p = 1;
  free(p);
  p = malloc(sizeof *p); // FREED-DAG: report.c:[[#@LINE]]:{{.*}} note: `p` allocated by T0
  // FREED-DAG: error: a branch depends on a part of `p` that was never written
  if (*p)
    puts("one");
#elif T == 12
  // SWITCH: error: a branch depends on `level`, which was never written
  switch (level) {
  case 1:
    puts("one");
  }
#elif T == 13
  int (*function)(const char *);
  // CALL: error: a call depends on `function`, which was never written
  function("one");
#elif T == 14
  struct pair a, b = {1, 2};
  a.first = 1;
  // COMPARED: error: a call of memcmp depends on a part of `a` that was never written
  return memcmp(&a, &b, sizeof a) == 0;
#endif
}
