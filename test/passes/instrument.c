// Points stand before what others can notice and before what may fail, with the
// ids that the marks have, and not before accesses to locals.
// RUN: %clang -g -O0 -emit-llvm -c %s -o %t.bc
// RUN: %opt -passes=rbcheck-instrument -S %t.bc -o - | FileCheck %s
// RUN: %opt -passes=rbcheck-mark -S %t.bc -o %t.marked.ll
// RUN: %opt -passes=rbcheck-instrument -S %t.bc -o %t.points.ll
// RUN: sed -n 's/.*= !{i64 \(-\?[0-9]*\), !"\(read\|write\|lock\)"}.*/\1/p' %t.marked.ll | sort -u > %t.marks
// RUN: sed -n 's/.*call void @__rb_point(i64 \(-\?[0-9]*\)).*/\1/p' %t.points.ll | sort -u > %t.ids
// RUN: comm -23 %t.marks %t.ids | count 0
// RUN: env RBCHECK_INSTRUMENT=1 %rbcc %s -o - | llvm-dis | FileCheck %s
#include <pthread.h>

int shared;
pthread_mutex_t lock;

// CHECK-LABEL: @access(
// CHECK: store i32 0, ptr %{{[0-9]+}}
// CHECK-NEXT: call void @__rb_point(i64 {{[-0-9]+}})
// CHECK-NEXT: %{{[0-9]+}} = load i32, ptr @shared
// CHECK-NOT: __rb_point
// CHECK: ret i32
int access(void) {
  int local = 0;
  local += shared;
  return local;
}

// CHECK-LABEL: @calls(
// CHECK: call void @__rb_point(i64
// CHECK-NEXT: %{{[0-9]+}} = call i32 @pthread_mutex_lock
// CHECK-NOT: __rb_point
// CHECK: call i32 @access
void calls(void) {
  pthread_mutex_lock(&lock);
  access();
}

// CHECK-LABEL: @element(
// CHECK: call void @__rb_point(i64
// CHECK-NEXT: %{{[0-9]+}} = load i32, ptr %{{[0-9]+}}
int element(int i) {
  int array[4] = {1, 2, 3, 4};
  return array[i];
}
