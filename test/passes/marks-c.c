// Which C accesses are marked, at every level and before LTO.
// RUN: %rbcc %s -S -o - | FileCheck %s
// RUN: %rbcc -O1 %s -S -o - | FileCheck %s
// RUN: %rbcc -O2 %s -S -o - | FileCheck %s
// RUN: %rbcc -O0 -flto=full %s -o %t.bc && %opt -S %t.bc | FileCheck %s
// RUN: %rbcc -O2 -flto=full %s -o %t.bc && %opt -S %t.bc | FileCheck %s
// RUN: %rbcc -O2 -flto=thin %s -o %t.bc && %opt -S %t.bc | FileCheck %s
int shared;
const int table[2] = {1, 2};
_Atomic int flag;
struct Big { int words[40]; } from, to;

// CHECK-LABEL: @readShared(
// CHECK: load i32, ptr @shared{{.*}}!rbcheck [[READ:![0-9]+]]
int readShared(void) { return shared; }

// CHECK-LABEL: @writeShared(
// CHECK: store i32 {{.*}}, ptr @shared{{.*}}!rbcheck [[WRITE:![0-9]+]]
void writeShared(int value) { shared = value; }

// CHECK-LABEL: @readConstant(
// CHECK-NOT: !rbcheck
// CHECK: {{^}}}
int readConstant(int i) { return table[i & 1]; }

// CHECK-LABEL: @arithmetic(
// CHECK-NOT: !rbcheck
// CHECK: {{^}}}
int arithmetic(int a, int b) { volatile int sum = a; sum += b; return sum; }

// CHECK-LABEL: @throughPointer(
// CHECK: load i32, ptr {{.*}}!rbcheck
int throughPointer(int *p) { return *p; }

// CHECK-LABEL: @atomics(
// CHECK: store atomic i32 1, ptr @flag seq_cst{{.*}}!rbcheck [[ATOMIC:![0-9]+]]
// CHECK: atomicrmw add ptr @flag, i32 1 seq_cst{{.*}}!rbcheck
// CHECK: cmpxchg ptr @flag{{.*}}!rbcheck
// CHECK: fence seq_cst{{.*}}!rbcheck
int atomics(void) {
  int expected = 2;
  flag = 1;
  flag++;
  __c11_atomic_compare_exchange_strong(&flag, &expected, 3, 5, 5);
  __c11_atomic_thread_fence(5);
  return expected;
}

// CHECK-LABEL: @copy(
// CHECK: call void @llvm.memcpy{{.*}}!rbcheck [[BULK:![0-9]+]]
void copy(void) { to = from; }

// CHECK-DAG: [[READ]] = !{i64 {{-?[0-9]+}}, !"read"}
// CHECK-DAG: [[WRITE]] = !{i64 {{-?[0-9]+}}, !"write"}
// CHECK-DAG: [[ATOMIC]] = !{i64 {{-?[0-9]+}}, !"atomic"}
// CHECK-DAG: [[BULK]] = !{i64 {{-?[0-9]+}}, !"bulk"}
