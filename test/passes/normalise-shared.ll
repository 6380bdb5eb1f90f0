; No access to memory another thread could see goes, merges or moves.
; RUN: %opt -passes=rbcheck-normalise,verify -S %s | FileCheck %s

@g = global i32 0
@wide = global { i32, i32 } zeroinitializer

; CHECK-LABEL: @deadLoads(
; CHECK: load i32, ptr @g
; CHECK: load volatile i32, ptr @g
; CHECK: load i32, ptr @g
; CHECK: load i32, ptr %p
; CHECK-NEXT: ret void
define void @deadLoads(ptr %p) {
  %x = alloca i32
  %a = load i32, ptr @g
  store i32 %a, ptr %x
  %b = load volatile i32, ptr @g
  %c = load i32, ptr @g
  %d = load i32, ptr %p
  ret void
}

; CHECK-LABEL: @deadStores(
; CHECK: store i32 1, ptr @g
; CHECK-NEXT: store i32 2, ptr @g
; CHECK-NEXT: store i32 2, ptr @g
; CHECK-NEXT: store volatile i32 2, ptr @g
define void @deadStores() {
  store i32 1, ptr @g
  store i32 2, ptr @g
  store i32 2, ptr @g
  store volatile i32 2, ptr @g
  ret void
}

; CHECK-LABEL: @atomics(
; CHECK: load atomic i32, ptr @g monotonic
; CHECK: load atomic i32, ptr @g monotonic
; CHECK: atomicrmw or ptr @g, i32 0 seq_cst
; CHECK: cmpxchg ptr @g, i32 0, i32 0 seq_cst seq_cst
; CHECK: fence acquire
; CHECK: fence acquire
define void @atomics() {
  %a = load atomic i32, ptr @g monotonic, align 4
  %b = load atomic i32, ptr @g monotonic, align 4
  %c = atomicrmw or ptr @g, i32 0 seq_cst
  %d = cmpxchg ptr @g, i32 0, i32 0 seq_cst seq_cst
  fence acquire
  fence acquire
  ret void
}

; The copy into a private struct of which one half is used stays one copy, and
; the wide store of a private struct stays one store.
; CHECK-LABEL: @copies(
; CHECK: call void @llvm.memcpy{{.*}}@wide, i64 8
; CHECK: store i64 %{{.*}}, ptr @wide
define i32 @copies() {
  %in = alloca { i32, i32 }
  call void @llvm.memcpy.p0.p0.i64(ptr %in, ptr @wide, i64 8, i1 false)
  %v = load i32, ptr %in
  %out = alloca { i32, i32 }
  store i32 1, ptr %out
  %second = getelementptr { i32, i32 }, ptr %out, i64 0, i32 1
  store i32 2, ptr %second
  %both = load i64, ptr %out
  store i64 %both, ptr @wide
  ret i32 %v
}

; The load stays behind the phi.
; CHECK-LABEL: @throughPhi(
; CHECK: join:
; CHECK: load i32, ptr %p
define i32 @throughPhi(i1 %c) {
  %x = alloca i32
  store i32 1, ptr %x
  br i1 %c, label %left, label %join
left:
  br label %join
join:
  %p = phi ptr [ %x, %0 ], [ @g, %left ]
  %v = load i32, ptr %p
  ret i32 %v
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
