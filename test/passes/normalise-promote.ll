; Private scalars become registers; hints and unreachable blocks go.
; RUN: %opt -passes=rbcheck-normalise,verify -S %s | FileCheck %s

declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @llvm.assume(i1)
declare i1 @llvm.expect.i1(i1, i1)
declare i1 @llvm.is.constant.i32(i32)
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
declare i32 @setjmp(ptr) returns_twice

; CHECK-LABEL: @loop(
; CHECK-NOT: alloca
; CHECK-NOT: load
; CHECK: phi i32
; CHECK: {{^}}}
define i32 @loop(i32 %n) noinline optnone {
entry:
  %i = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %i)
  store i32 0, ptr %i
  br label %head
head:
  %v = load i32, ptr %i
  %c = icmp slt i32 %v, %n
  %e = call i1 @llvm.expect.i1(i1 %c, i1 true)
  br i1 %e, label %body, label %done
body:
  %w = add i32 %v, 1
  store i32 %w, ptr %i
  br label %head
done:
  %r = load i32, ptr %i
  call void @llvm.lifetime.end.p0(i64 4, ptr %i)
  ret i32 %r
dead:
  store i32 7, ptr null
  br label %done
}

; CHECK-LABEL: @hints(
; CHECK-NOT: @llvm
; CHECK: ret i64 -1
define i64 @hints(i32 %x, ptr %p) {
  %c = icmp sgt i32 %x, 0
  call void @llvm.assume(i1 %c) [ "nonnull"(ptr %p) ]
  %k = call i1 @llvm.is.constant.i32(i32 %x)
  %s = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
  ret i64 %s
}

; CHECK-LABEL: @volatileLocal(
; CHECK: alloca i32
; CHECK: store volatile i32 1
; CHECK: load volatile i32
define i32 @volatileLocal() {
  %x = alloca i32
  store volatile i32 1, ptr %x
  %v = load volatile i32, ptr %x
  ret i32 %v
}

; CHECK-LABEL: @afterLongjmp(
; CHECK: alloca i32
; CHECK: store i32 1
; CHECK: load i32
define i32 @afterLongjmp(ptr %buffer) {
  %x = alloca i32
  store i32 1, ptr %x
  %j = call i32 @setjmp(ptr %buffer) returns_twice
  %v = load i32, ptr %x
  ret i32 %v
}

; CHECK-LABEL: @afterBuiltinLongjmp(
; CHECK: alloca i32
; CHECK: store i32 1
; CHECK: load i32
define i32 @afterBuiltinLongjmp(ptr %buffer) {
  %x = alloca i32
  store i32 1, ptr %x
  %j = call i32 @llvm.eh.sjlj.setjmp(ptr %buffer)
  %v = load i32, ptr %x
  ret i32 %v
}
declare i32 @llvm.eh.sjlj.setjmp(ptr)

; CHECK-NOT: optnone
