// The whole way: what the decoder gets for a small program built with -O0.
// RUN: %rbcc %s -o %t.bc
// RUN: %opt -passes=rbcheck-prepare,verify -S %t.bc | FileCheck %s
// RUN: %rbcc -O2 %s -o %t.bc
// RUN: %opt -passes=rbcheck-prepare,verify -S %t.bc -o /dev/null 2>&1 | count 0
#include <pthread.h>
static int n;
static void *inc(void *arg) { n = n + 1; return arg; }
__attribute__((constructor)) static void init(void) { n = 0; }
int main(void) {
  pthread_t a;
  int unused = n;
  pthread_create(&a, 0, inc, 0);
  pthread_join(a, 0);
  return n;
}
// CHECK-LABEL: define {{.*}} @main(
// CHECK: load i32, ptr @n{{.*}}!rbcheck
// CHECK: call i32 @pthread_create({{.*}}!rbcheck
// Only the shared accesses are left, and all of them.
// CHECK-LABEL: define internal {{.*}} @inc(
// CHECK-NOT: alloca
// CHECK: [[V:%.*]] = load i32, ptr @n{{.*}}!rbcheck
// CHECK: [[W:%.*]] = add nsw i32 [[V]], 1
// CHECK: store i32 [[W]], ptr @n{{.*}}!rbcheck
// CHECK-NEXT: ret ptr
// CHECK-LABEL: define void @__rb_start(
// CHECK: call void @init()
// CHECK: call i32 @main()
// CHECK: call void @exit({{.*}}!rbcheck
