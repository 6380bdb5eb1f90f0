// The new thread fails before it touches anything others see, while main has yet to
// decide. With the values found for that main fails first, and that is told: a
// search that has lost an error so is not complete.
// RUN: %rbcc -w %s -o %t.bc
// RUN: %exits 1 rbcheck --all-errors --search=dfs --json=%t.json %t.bc | FileCheck %s
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// CHECK: told-as-other.c:[[#@LINE+16]]:{{.*}}error: division by zero
// CHECK: input: rb_nondet_uchar() was 0
// JSON: "complete": false
#include <pthread.h>
#include <rbcheck.h>

static _Thread_local int table[7];
static void *fails(void *unused) {
  volatile int none = table[7];
  return unused;
}

int main(void) {
  pthread_t thread;
  unsigned char input = rb_nondet_uchar();
  pthread_create(&thread, 0, fails, 0);
  unsigned char rest = 5 % input;
  pthread_join(thread, 0);
  return rest & 0;
}
