// Small functions of libraries go into their callers; nothing that could fail or be
// seen by others goes away.
// RUN: %clang -g -O0 -emit-llvm -c %s -o %t.bc
// RUN: %opt -passes=rbcheck-normalise,rbcheck-inline,verify -S %t.bc -o %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: FileCheck %s --check-prefix=KEPT < %t.ll
// What fails in a wrapper is found as ever, and the stack has the call.
// RUN: %exits 1 rbcheck %t.bc --trace=%t.json | FileCheck %s --check-prefix=FAILS
// RUN: FileCheck %s --check-prefix=STACK < %t.json
int shared, other;
void opaque(int *);

# 100 "/usr/include/wrappers.h"
static int get(const int *at) { return *at; }
static void put(int *at, int value) { *at = value; }
static int quotient(int a, int b) { return a / b; }
static int twice(int a) { return a + a; }
static int quadruple(int a) { return twice(twice(a)); }
static void publish(int value) { __atomic_store_n(&shared, value, 5); }
static int framed(int a) { int local = a; opaque(&local); return local; }
static int again(int n) { return n ? again(n - 1) + 1 : 0; }
struct Pair { int *first, *second; };
static struct Pair swapped(struct Pair it) {
  struct Pair result = {it.second, it.first};
  return result;
}
static int library(int a) { publish(a); return a; }
static int caller(int a) { return framed(a) + 1; }
static void *allocated(int size) { return __builtin_malloc(size); }

# 32 "inline-wrappers.c"
static int users(int a) { return a + 1; }

// Its local lives in a register.
// CHECK-LABEL: define {{.*}}@local(
// CHECK-NOT: alloca
// CHECK-NOT: call
// CHECK: ret i32 7
int local(void) {
  int value;
  put(&value, 7);
  return get(&value);
}

// As in memory, which begins with 0.
// CHECK-LABEL: define {{.*}}@unset(
// CHECK: ret i32 0
int unset(void) {
  int value;
  return get(&value);
}

// CHECK-LABEL: define {{.*}}@unused(
// CHECK: load i32, ptr @shared
// CHECK: ret void
void unused(void) { get(&shared); }

// CHECK-LABEL: define {{.*}}@constants(
// CHECK: sdiv i32 1, 0
void constants(void) { quotient(1, 0); }

// CHECK-LABEL: define {{.*}}@equals(
// CHECK: sdiv i32 %{{.*}}, %
int equals(int a) { return quotient(a, a); }

// CHECK-LABEL: define {{.*}}@nested(
// CHECK-NOT: call
// CHECK-COUNT-2: add nsw
int nested(int a) { return quadruple(a); }

// CHECK-LABEL: define {{.*}}@pairs(
// CHECK-NOT: alloca
// CHECK-NOT: call
// CHECK: ret ptr @other
int *pairs(void) {
  struct Pair one = {&shared, &other}, two = swapped(one), three = two;
  return three.first;
}

// What is called has a frame of its own.
// CHECK-LABEL: define {{.*}}@called(
// CHECK-NOT: @caller(
// CHECK: call {{.*}}@framed({{.*}}, !dbg
// CHECK: add nsw
int called(int a) { return caller(a); }

// Each stays a function of its own.
// KEPT-LABEL: define {{.*}}@kept(
// KEPT: call {{.*}}@users(
// KEPT: call {{.*}}@framed(
// KEPT: call {{.*}}@again(
// KEPT: call {{.*}}@library(
// KEPT: call {{.*}}@allocated(
int kept(int a) {
  return users(a) + framed(a) + again(a) + library(a) + (allocated(a) != 0);
}

// In the library itself also what synchronises.
// CHECK-LABEL: define {{.*}}@library(
// CHECK-NOT: call
// CHECK: store atomic i32 {{.*}} @shared seq_cst

// FAILS: inline-wrappers.c:[[#@LINE+3]]:{{.*}}error: division by zero
// STACK: "stack":[{{[^]]*}}/usr/include/wrappers.h","function":"quotient"{{[^]]*}}"function":"main"
int main(int argc, char **argv) {
  return quotient(argc, argc - 1);
}
