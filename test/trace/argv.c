// Arguments of the program have names: elements of argv, characters of its strings.
// RUN: %exits 1 rbcheck --check=-data-race %s -- abc | FileCheck %s
// CHECK: [read argv[1] = &argv[1][0]]
// CHECK: [write argv[1][0]: 97 -> 98]
// CHECK: [read words = &argv[0]]
// RUN: %exits 1 rbcheck --check=data-race %s -- abc | FileCheck --check-prefix=RACE %s
// RACE: data race on `argv[1][0]`
#include <pthread.h>
#include <assert.h>
static char **words;
static void *look(void *x) { assert(words[1][0] == 'a'); return 0; }
int main(int argc, char **argv) {
  words = argv;
  pthread_t t;
  pthread_create(&t, 0, look, 0);
  argv[1][0] = 'b';
  pthread_join(t, 0);
  return argc - 2;
}
