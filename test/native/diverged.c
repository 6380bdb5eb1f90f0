// A program that does something else than the schedule says is stopped, with an
// exit code of its own: at a point, at a call, at its end, or when it waits in
// the system for what no thread can do.
// RUN: rm -rf %t && mkdir %t
// RUN: %rbcc %s -o %t/a.bc
// RUN: %exits 1 rbcheck --trace=%t/a.json %t/a.bc > %t/out
// RUN: %exits 1 rbreplay --native --keep=%t/a %t/a.json
//
// Without a schedule it is an ordinary program.
// RUN: %exits 0 %t/a/program < /dev/null
//
// RUN: sed 's/^p .*/p 1/' %t/a/schedule > %t/points
// RUN: env RBCHECK_NATIVE_SCHEDULE=%t/points %exits 5 %t/a/program 2>&1 < /dev/null | FileCheck %s --check-prefix=POINT
// POINT: rbcheck: native replay diverged in T0: it came to {{.*}}diverged.c:{{[0-9:]+}} instead of
// RUN: sed 's/^c pthread_create/c pthread_join/' %t/a/schedule > %t/calls
// RUN: env RBCHECK_NATIVE_SCHEDULE=%t/calls %exits 5 %t/a/program 2>&1 < /dev/null | FileCheck %s --check-prefix=CALL
// CALL: diverged in T0: it called pthread_create instead of coming to a call of pthread_join
// RUN: head -n 3 %t/a/schedule > %t/short
// RUN: env RBCHECK_NATIVE_SCHEDULE=%t/short %exits 5 %t/a/program 2>&1 < /dev/null | FileCheck %s --check-prefix=SHORT
// SHORT: diverged: the schedule {{.*}} is not complete
// RUN: env RBCHECK_NATIVE_SCHEDULE=%t/none %exits 5 %t/a/program 2>&1 < /dev/null | FileCheck %s --check-prefix=NONE
// NONE: diverged: cannot read the schedule
// RUN: sleep 8 | env RBCHECK_NATIVE_SCHEDULE=%t/a/schedule RBCHECK_NATIVE_PATIENCE=1 %exits 5 %t/a/program 2>&1 | FileCheck %s --check-prefix=STUCK
// STUCK: nothing happened for 1 seconds; T0, whose turn it is, may wait in the system
#include <pthread.h>
#include <stdio.h>

static int n;

static void *work(void *arg) {
  n++;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  getchar();
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
