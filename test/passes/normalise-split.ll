; Structs and arrays are taken apart only when every use is understood.
; RUN: %opt -passes=rbcheck-normalise,verify -S %s | FileCheck %s

@init = private constant { i32, [2 x i16], double } { i32 5, [2 x i16] [i16 6, i16 7], double 2.5 }
@variable = global { i32, [2 x i16], double } zeroinitializer

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @use(ptr)

; CHECK-LABEL: @members(
; CHECK-NOT: alloca
; CHECK: ret i32 %a
define i32 @members(i32 %a) {
  %s = alloca { i32, i32 }
  %y = getelementptr { i32, i32 }, ptr %s, i64 0, i32 1
  store i32 %a, ptr %y
  store i32 3, ptr %s
  %r = load i32, ptr %y
  ret i32 %r
}

; CHECK-LABEL: @filled(
; CHECK-NOT: alloca
; CHECK: ret i32 16843009
define i32 @filled() {
  %s = alloca [4 x i32]
  call void @llvm.memset.p0.i64(ptr %s, i8 1, i64 16, i1 false)
  %e = getelementptr i32, ptr %s, i64 2
  %r = load i32, ptr %e
  ret i32 %r
}

; CHECK-LABEL: @initialised(
; CHECK-NOT: alloca
; CHECK: %[[SUM:.*]] = fadd double 2.5
; CHECK: uitofp i16 7
define double @initialised() {
  %s = alloca { i32, [2 x i16], double }
  call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr @init, i64 16, i1 false)
  %d = getelementptr { i32, [2 x i16], double }, ptr %s, i64 0, i32 2
  %h = getelementptr i8, ptr %s, i64 6
  %v = load double, ptr %d
  %twice = fadd double %v, %v
  %w = load i16, ptr %h
  %f = uitofp i16 %w to double
  %r = fadd double %twice, %f
  ret double %r
}

; One reason each why it stays in memory.
; CHECK-LABEL: @fromVariable(
; CHECK: alloca
; CHECK: call void @llvm.memcpy
define i32 @fromVariable() {
  %s = alloca { i32, [2 x i16], double }
  call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr @variable, i64 16, i1 false)
  %r = load i32, ptr %s
  ret i32 %r
}
; CHECK-LABEL: @fromVariableUnused(
; CHECK: call void @llvm.memcpy
define void @fromVariableUnused() {
  %s = alloca { i32, [2 x i16], double }
  call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr @variable, i64 16, i1 false)
  ret void
}
; CHECK-LABEL: @overread(
; CHECK: call void @llvm.memcpy{{.*}}, i64 24
define i32 @overread() {
  %s = alloca [24 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr @init, i64 24, i1 false)
  %r = load i32, ptr %s
  ret i32 %r
}
; CHECK-LABEL: @anyIndex(
; CHECK: alloca
define i32 @anyIndex(i64 %i) {
  %s = alloca [4 x i32]
  %e = getelementptr i32, ptr %s, i64 %i
  store i32 1, ptr %e
  %r = load i32, ptr %s
  ret i32 %r
}
; CHECK-LABEL: @overlapping(
; CHECK: alloca
define i32 @overlapping() {
  %s = alloca { i32, i32 }
  store i64 1, ptr %s
  %y = getelementptr i32, ptr %s, i64 1
  %r = load i32, ptr %y
  ret i32 %r
}
; CHECK-LABEL: @halfFilled(
; CHECK: alloca
define i32 @halfFilled() {
  %s = alloca { i32, i32 }
  store i32 -1, ptr %s
  call void @llvm.memset.p0.i64(ptr %s, i8 0, i64 2, i1 false)
  %r = load i32, ptr %s
  ret i32 %r
}
; CHECK-LABEL: @volatileMember(
; CHECK: alloca
; CHECK: store volatile
define void @volatileMember() {
  %s = alloca { i32, i32 }
  store volatile i32 1, ptr %s
  ret void
}
; CHECK-LABEL: @passed(
; CHECK: alloca
define void @passed() {
  %s = alloca { i32, i32 }
  store i32 1, ptr %s
  call void @use(ptr %s)
  ret void
}
