; What may fault stays, used or not.
; RUN: %opt -passes=rbcheck-normalise,verify -S %s | FileCheck %s

; CHECK-LABEL: @nullAccess(
; CHECK: store i32 1, ptr null
; CHECK: load i32, ptr null
; CHECK: call void null()
; CHECK: ret void
define void @nullAccess() {
  store i32 1, ptr null
  %v = load i32, ptr null
  call void null()
  ret void
}

; CHECK-LABEL: @outOfBounds(
; CHECK: [[A:%.*]] = alloca [2 x i32]
; CHECK: store i32 1
; CHECK: load i32
; CHECK: ret void
define void @outOfBounds() {
  %a = alloca [2 x i32]
  store i32 0, ptr %a
  %e = getelementptr i32, ptr %a, i64 2
  store i32 1, ptr %e
  %n = getelementptr i32, ptr %a, i64 -1
  %v = load i32, ptr %n
  ret void
}

; CHECK-LABEL: @outOfBoundsOneByte(
; CHECK: alloca [2 x i32]
; CHECK: call void @llvm.memset
define void @outOfBoundsOneByte() {
  %a = alloca [2 x i32]
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 9, i1 false)
  ret void
}

; CHECK-LABEL: @arithmetic(
; CHECK: sdiv i32 %a, %b
; CHECK: urem i32 %a, 0
; CHECK: sdiv i32 %a, -1
; CHECK: add nsw i32 %a, %b
; CHECK: shl i32 %a, %b
; CHECK-NOT: udiv
; CHECK-NOT: xor
; CHECK: ret void
define void @arithmetic(i32 %a, i32 %b) {
  %1 = sdiv i32 %a, %b
  %2 = urem i32 %a, 0
  %3 = sdiv i32 %a, -1
  %4 = add nsw i32 %a, %b
  %5 = shl i32 %a, %b
  %6 = udiv i32 %a, 3
  %7 = xor i32 %a, %6
  ret void
}

; CHECK-LABEL: @dynamicStack(
; CHECK: alloca i32, i64 %n
define void @dynamicStack(i64 %n) {
  %x = alloca i32, i64 %n
  ret void
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
