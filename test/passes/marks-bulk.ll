; Accesses to many bytes: mem* intrinsics, masked ones, by-value arguments.
; RUN: %opt -passes=rbcheck-mark -S %s | FileCheck %s

@g = global [4 x i32] zeroinitializer
@const = constant [4 x i32] zeroinitializer
%Big = type [4 x i32]

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare i32 @llvm.ctpop.i32(i32)
declare void @llvm.va_start.p0(ptr)

; CHECK-LABEL: @mem(
; CHECK: call void @llvm.memcpy{{.*}}(ptr %x, ptr @g{{.*}}!rbcheck [[BULK:![0-9]+]]
; CHECK: call void @llvm.memmove{{.*}}(ptr @g, ptr %x{{.*}}!rbcheck
; CHECK: call void @llvm.memset{{.*}}(ptr @g{{.*}}!rbcheck
; CHECK: call void @llvm.memcpy{{.*}}(ptr %x, ptr @const, i64 16, i1 false){{$}}
; CHECK: call void @llvm.memset{{.*}}(ptr %x, i8 0, i64 16, i1 false){{$}}
define void @mem() {
  %x = alloca %Big
  call void @llvm.memcpy.p0.p0.i64(ptr %x, ptr @g, i64 16, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr @g, ptr %x, i64 16, i1 false)
  call void @llvm.memset.p0.i64(ptr @g, i8 0, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %x, ptr @const, i64 16, i1 false)
  call void @llvm.memset.p0.i64(ptr %x, i8 0, i64 16, i1 false)
  ret void
}

; CHECK-LABEL: @masked(
; CHECK: call <4 x i32> @llvm.masked.load{{.*}}!rbcheck
; CHECK: call <4 x i32> @llvm.masked.gather{{.*}}!rbcheck
define void @masked(<4 x i1> %m, <4 x ptr> %ps) {
  %a = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr @g, i32 4, <4 x i1> %m, <4 x i32> poison)
  %b = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %ps, i32 4, <4 x i1> %m, <4 x i32> poison)
  ret void
}

; CHECK-LABEL: @noMemory(
; CHECK-NOT: !rbcheck
; CHECK: {{^}}}
define void @noMemory(i32 %x, ...) {
  %list = alloca [24 x i8]
  %s = call ptr @llvm.stacksave.p0()
  %n = call i32 @llvm.ctpop.i32(i32 %x)
  call void @llvm.va_start.p0(ptr %list)
  call void @llvm.stackrestore.p0(ptr %s)
  ret void
}

; The call of a defined function copies the object.
; CHECK-LABEL: @byValue(
; CHECK: call void @callee(ptr byval({{.*}}) @g), !rbcheck [[BYVAL:![0-9]+]]
; CHECK: call void @callee(ptr byval({{.*}}) %x){{$}}
; CHECK: store i32 1, ptr %x, align 4{{$}}
define void @byValue() {
  %x = alloca %Big
  call void @callee(ptr byval(%Big) @g)
  call void @callee(ptr byval(%Big) %x)
  store i32 1, ptr %x
  ret void
}
define void @callee(ptr byval(%Big) %b) {
  ret void
}

; CHECK-DAG: [[BULK]] = !{i64 {{.*}}, !"bulk"}
; CHECK-DAG: [[BYVAL]] = !{i64 {{.*}}, !"bulk"}
