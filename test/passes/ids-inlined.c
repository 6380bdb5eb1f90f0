// Copies that inlining made are different sites; without debug info the ordinal
// tells sites apart.
// RUN: %rbcc -O2 %s -S -o - | FileCheck %s
// RUN: %rbcc -g0 %s -S -o - | FileCheck %s
volatile int g;
static inline __attribute__((always_inline)) void bump(void) { g = 1; }
// CHECK-LABEL: @twice(
// CHECK: store volatile i32 1, ptr @g{{.*}}!rbcheck [[A:![0-9]+]]
// CHECK: store volatile i32 1, ptr @g{{.*}}!rbcheck [[B:![0-9]+]]
void twice(void) { bump(); bump(); }
// CHECK: [[A]] = !{i64 [[ID:-?[0-9]+]], !"write"}
// CHECK: [[B]] = !{i64
// CHECK-NOT: [[ID]],
// CHECK-SAME: !"write"}
