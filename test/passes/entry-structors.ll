; Destructors are registered first and lowest number first, so that atexit runs
; them last and highest first; constructors run lowest first, ties in order.
; RUN: %opt -passes=rbcheck-entry,verify -S %s | FileCheck %s

@llvm.global_ctors = appending global [5 x { i32, ptr, ptr }] [
  { i32, ptr, ptr } { i32 65535, ptr @lateA, ptr null },
  { i32, ptr, ptr } { i32 101, ptr @early, ptr null },
  { i32, ptr, ptr } { i32 65535, ptr @lateB, ptr null },
  { i32, ptr, ptr } { i32 200, ptr @withArguments, ptr null },
  { i32, ptr, ptr } { i32 65535, ptr null, ptr null }]
@llvm.global_dtors = appending global [2 x { i32, ptr, ptr }] [
  { i32, ptr, ptr } { i32 65535, ptr @firstToGo, ptr null },
  { i32, ptr, ptr } { i32 101, ptr @lastToGo, ptr null }]

; CHECK-NOT: @llvm.global_
; CHECK-LABEL: define void @__rb_start(
; CHECK-NEXT: entry:
; CHECK-NEXT: call i32 @atexit(ptr @lastToGo)
; CHECK-NEXT: call i32 @atexit(ptr @firstToGo)
; CHECK-NEXT: call void @early()
; CHECK-NEXT: call void @withArguments(i32 %argc, ptr %argv, ptr %envp)
; CHECK-NEXT: call void @lateA()
; CHECK-NEXT: call void @lateB()
; CHECK-NEXT: call i32 @main()
define i32 @main() {
  ret i32 0
}
define void @early() {
  ret void
}
define void @lateA() {
  ret void
}
define void @lateB() {
  ret void
}
define void @withArguments(i32 %argc, ptr %argv, ptr %envp) {
  ret void
}
define void @firstToGo() {
  ret void
}
define void @lastToGo() {
  ret void
}
