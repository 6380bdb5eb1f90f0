// Variables keep their names and instructions their lines.
// RUN: %rbcc %s -o %t.bc
// RUN: %opt -passes=rbcheck-normalise,verify -S %t.bc | FileCheck %s
int g;
struct Pair { int x, y; };
// CHECK-LABEL: @work(
// CHECK-NOT: alloca
// CHECK-DAG: #dbg_value({{.*}}, [[N:![0-9]+]], !DIExpression(), {{.*}})
// CHECK-DAG: #dbg_value(i32 1, [[PAIR:![0-9]+]], !DIExpression(DW_OP_LLVM_fragment, 0, 32)
// CHECK-DAG: #dbg_value({{.*}}, [[PAIR]], !DIExpression(DW_OP_LLVM_fragment, 32, 32)
// CHECK: store i32 {{.*}}, ptr @g, align 4, !dbg [[STORE:![0-9]+]]
int work(int n) {
  struct Pair pair;
  pair.x = 1;
  pair.y = n;
  g = pair.x + pair.y; // CHECK-DAG: [[STORE]] = !DILocation(line: [[#@LINE]], column: 5
  return n;
}
// CHECK-DAG: [[N]] = !DILocalVariable(name: "n"
// CHECK-DAG: [[PAIR]] = !DILocalVariable(name: "pair"
