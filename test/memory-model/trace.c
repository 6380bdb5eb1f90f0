// A trace says which write an atomic read saw if it is not the latest: in the
// report, in the trace file, when it is replayed, and in the page. With seq_cst
// there is nothing to say, and no error.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --trace=%t.json --html=%t.html %t.bc | FileCheck %s
// RUN: %exits 1 rbreplay %t.json | FileCheck %s
// RUN: FileCheck --check-prefix=FILE %s < %t.json
// RUN: /usr/bin/python3 %S/../trace/check_trace.py %root/docs/trace-schema.json %t.json
// RUN: FileCheck --check-prefix=PAGE %s < %t.html
// RUN: %rbcc -DORDER=memory_order_seq_cst %s -o %t.right.bc
// RUN: %exits 0 rbcheck %t.right.bc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef ORDER
#define ORDER memory_order_relaxed
#endif

static atomic_int x, y;
static int r1, r2;

static void *left(void *arg) {
  atomic_store_explicit(&x, 1, ORDER);
  r1 = atomic_load_explicit(&y, ORDER);
  return arg;
}

static void *right(void *arg) {
  atomic_store_explicit(&y, 7, ORDER);
  r2 = atomic_load_explicit(&x, ORDER);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0), pthread_create(&b, 0, right, 0);
  pthread_join(a, 0), pthread_join(b, 0);
  assert(r1 || r2);
}
// CHECK: How it happens
// CHECK: 23 {{.*}}atomic write x: 0 -> 1
// CHECK: 24 {{.*}}atomic read y = 0
// CHECK: 29 {{.*}}atomic write y: 0 -> 7
// CHECK: 30 {{.*}}atomic read x = 0
// CHECK-NEXT: its initial value; line 23 wrote
// CHECK-NEXT: 1 since
// CHECK-NOT: since

// FILE: "before":"0",{{.*}}"text":"atomic read x = 0, its initial value; line 23 wrote 1 since",{{.*}}"weak":{"buffer":null,"late":false,"newer":[{"location":{{[0-9]+}},"step":2,"thread":1,"value":"1"}],"reads":{"location":0,"step":null,"thread":null,"value":"0"}}

// PAGE: "weak":"its initial value; line 23 wrote 1 since"
