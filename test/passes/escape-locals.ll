; A local is private until its address goes somewhere we do not follow.
; RUN: %opt -passes=rbcheck-mark -S %s | FileCheck %s

@place = global ptr null
declare void @unknown(ptr)
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.lifetime.start.p0(i64, ptr)

; CHECK-LABEL: @privateUses(
; CHECK-NOT: !rbcheck
; CHECK: {{^}}}
define i1 @privateUses(i1 %c, i64 %i) {
  %a = alloca [4 x i32]
  %b = alloca [4 x i32]
  call void @llvm.lifetime.start.p0(i64 16, ptr %a)
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 16, i1 true)
  %e = getelementptr i32, ptr %a, i64 %i
  store volatile i32 1, ptr %e
  %s = select i1 %c, ptr %a, ptr %b
  %v = load i32, ptr %s
  %o = atomicrmw add ptr %s, i32 1 seq_cst
  br i1 %c, label %left, label %right
left:
  br label %right
right:
  %p = phi ptr [ %e, %0 ], [ %b, %left ]
  store i32 %v, ptr %p
  %same = icmp eq ptr %p, %s
  ret i1 %same
}

; CHECK-LABEL: @slot(
; CHECK-NOT: !rbcheck
; CHECK: {{^}}}
define i32 @slot() {
  %x = alloca i32
  %p = alloca ptr
  store ptr %x, ptr %p
  %q = load ptr, ptr %p
  store i32 1, ptr %q
  %r = load i32, ptr %x
  ret i32 %r
}

; A slot may hold a shared pointer as well: then accesses through it are shared.
; CHECK-LABEL: @mixedSlot(
; CHECK: store i32 1, ptr %q, align 4, !rbcheck
; CHECK: load i32, ptr %x, align 4{{$}}
define i32 @mixedSlot(ptr %argument) {
  %x = alloca i32
  %p = alloca ptr
  store ptr %x, ptr %p
  store ptr %argument, ptr %p
  %q = load ptr, ptr %p
  store i32 1, ptr %q
  %r = load i32, ptr %x
  ret i32 %r
}

; Reading a pointer variable as an integer is a ptrtoint in disguise.
; CHECK-LABEL: @punned(
; CHECK: store i32 1, ptr %x, align 4, !rbcheck
define i64 @punned() {
  %x = alloca i32
  %p = alloca ptr
  store ptr %x, ptr %p
  %q = load i64, ptr %p
  store i32 1, ptr %x
  ret i64 %q
}

; CHECK-LABEL: @stored(
; CHECK: store i32 1, ptr %x, align 4, !rbcheck
define void @stored() {
  %x = alloca i32
  store i32 1, ptr %x
  store ptr %x, ptr @place
  ret void
}

; CHECK-LABEL: @storedThroughSlot(
; CHECK: store i32 1, ptr %x, align 4, !rbcheck
define void @storedThroughSlot() {
  %x = alloca i32
  %p = alloca ptr
  store ptr %x, ptr %p
  store i32 1, ptr %x
  %q = load ptr, ptr %p
  store ptr %q, ptr @place
  ret void
}

; CHECK-LABEL: @passedToUnknown(
; CHECK: store i32 1, ptr %x, align 4, !rbcheck
define void @passedToUnknown() {
  %x = alloca i32
  store i32 1, ptr %x
  call void @unknown(ptr %x)
  ret void
}

; CHECK-LABEL: @passedIndirectly(
; CHECK: store i32 1, ptr %x, align 4, !rbcheck
define void @passedIndirectly(ptr %f) {
  %x = alloca i32
  store i32 1, ptr %x
  call void %f(ptr %x)
  ret void
}

; CHECK-LABEL: @passedToAsm(
; CHECK: store i32 1, ptr %x, align 4, !rbcheck
define void @passedToAsm() {
  %x = alloca i32
  store i32 1, ptr %x
  call void asm sideeffect "", "r"(ptr %x)
  ret void
}

; The handle stays private, the argument does not.
; CHECK-LABEL: @passedToThread(
; CHECK: store i32 1, ptr %x, align 4, !rbcheck
; CHECK: load i64, ptr %thread, align 4{{$}}
define i64 @passedToThread(ptr %body) {
  %x = alloca i32
  %thread = alloca i64
  store i32 1, ptr %x
  call i32 @pthread_create(ptr %thread, ptr null, ptr %body, ptr %x)
  %t = load i64, ptr %thread
  ret i64 %t
}

; CHECK-LABEL: @asInteger(
; CHECK: store i32 1, ptr %x, align 4, !rbcheck
define i64 @asInteger() {
  %x = alloca i32
  store i32 1, ptr %x
  %i = ptrtoint ptr %x to i64
  ret i64 %i
}

; CHECK-LABEL: @inAggregate(
; CHECK: store i32 1, ptr %x, align 4, !rbcheck
define { ptr } @inAggregate() {
  %x = alloca i32
  store i32 1, ptr %x
  %s = insertvalue { ptr } poison, ptr %x, 0
  ret { ptr } %s
}

; CHECK-LABEL: @exchanged(
; CHECK: store i32 1, ptr %x, align 4, !rbcheck
define void @exchanged() {
  %x = alloca i32
  store i32 1, ptr %x
  %old = atomicrmw xchg ptr @place, ptr %x seq_cst
  ret void
}

; CHECK-LABEL: @compared(
; CHECK: store i32 1, ptr %x, align 4, !rbcheck
define void @compared() {
  %x = alloca i32
  store i32 1, ptr %x
  %r = cmpxchg ptr @place, ptr null, ptr %x seq_cst seq_cst
  ret void
}

; CHECK-LABEL: @returned(
; CHECK: store i32 1, ptr %x, align 4, !rbcheck
define ptr @returned() {
  %x = alloca i32
  store i32 1, ptr %x
  ret ptr %x
}

; CHECK-LABEL: @ofUnknownOrigin(
; CHECK: load i32, ptr %p, align 4, !rbcheck
; CHECK: load i32, ptr %q, align 4, !rbcheck
define void @ofUnknownOrigin(i64 %i, ptr byval(i32) %copy, ptr %argument) {
  %p = inttoptr i64 %i to ptr
  %v = load i32, ptr %p
  %x = alloca i32
  %c = icmp eq i64 %i, 0
  %q = select i1 %c, ptr %x, ptr %argument
  %w = load i32, ptr %q
  ret void
}

; CHECK-LABEL: @byValueIsLocal(
; CHECK: load i32, ptr %copy, align 4{{$}}
define i32 @byValueIsLocal(ptr byval(i32) %copy) {
  %v = load i32, ptr %copy
  ret i32 %v
}

; CHECK-LABEL: @byValueEscapes(
; CHECK: load i32, ptr %copy, align 4, !rbcheck
define i32 @byValueEscapes(ptr byval(i32) %copy) {
  %v = load i32, ptr %copy
  store ptr %copy, ptr @place
  ret i32 %v
}
