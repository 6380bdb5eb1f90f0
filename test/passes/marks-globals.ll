; Globals: constants are private to read, thread-locals while their address
; stays at home, everything else is shared. Marked = ends in !rbcheck.
; RUN: %opt -passes=rbcheck-mark -S %s | FileCheck --check-prefixes=CHECK,MODULE %s
; RUN: %opt -passes='rbcheck-mark<program>' -S %s | FileCheck --check-prefixes=CHECK,PROGRAM %s

@plain = global i32 0
@internal = internal global i32 0
@const = constant i32 7
@constOutside = externally_initialized constant i32 7
@tlsInternal = internal thread_local global i32 0
@tlsExternal = thread_local global i32 0
@tlsLeaked = internal thread_local global i32 0
@tlsInConstant = internal thread_local global [2 x i32] zeroinitializer
@place = global ptr null

declare ptr @llvm.threadlocal.address.p0(ptr)

; CHECK-LABEL: @plainGlobals(
; CHECK: load i32, ptr @plain, align 4, !rbcheck
; CHECK: store i32 %a, ptr @internal, align 4, !rbcheck
; CHECK: load volatile i32, ptr @plain, align 4, !rbcheck
define void @plainGlobals() {
  %a = load i32, ptr @plain
  store i32 %a, ptr @internal
  %b = load volatile i32, ptr @plain
  ret void
}

; CHECK-LABEL: @constants(
; CHECK: load i32, ptr @const, align 4{{$}}
; CHECK: load i32, ptr @constOutside, align 4, !rbcheck
; CHECK: store i32 0, ptr @const, align 4, !rbcheck
define void @constants() {
  %a = load i32, ptr @const
  %b = load i32, ptr @constOutside
  store i32 0, ptr @const
  ret void
}

; CHECK-LABEL: @threadLocals(
; CHECK: load i32, ptr %i, align 4{{$}}
; MODULE: load i32, ptr %e, align 4, !rbcheck
; PROGRAM: load i32, ptr %e, align 4{{$}}
; CHECK: load i32, ptr %l, align 4, !rbcheck
; CHECK: load i32, ptr getelementptr {{.*}}@tlsInConstant{{.*}}, align 4{{$}}
define void @threadLocals() {
  %i = call ptr @llvm.threadlocal.address.p0(ptr @tlsInternal)
  %1 = load i32, ptr %i
  %e = call ptr @llvm.threadlocal.address.p0(ptr @tlsExternal)
  %2 = load i32, ptr %e
  %l = call ptr @llvm.threadlocal.address.p0(ptr @tlsLeaked)
  %3 = load i32, ptr %l
  store ptr %l, ptr @place
  %4 = load i32, ptr getelementptr ([2 x i32], ptr @tlsInConstant, i64 0, i64 1)
  ret void
}
