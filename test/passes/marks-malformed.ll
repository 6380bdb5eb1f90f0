; Old and malformed marks are replaced, or go.
; RUN: %opt -passes=rbcheck-mark -S %s | FileCheck %s
@g = global i32 0
; CHECK-LABEL: @f(
; CHECK: alloca i32, align 4{{$}}
; CHECK: store i32 1, ptr %x, align 4{{$}}
; CHECK: store i32 1, ptr @g, align 4, !rbcheck [[NEW:![0-9]+]]
; CHECK: add i32 1, 2{{$}}
; CHECK: ret void{{$}}
; CHECK: [[NEW]] = !{i64 {{-?[0-9]+}}, !"write"}
define void @f() {
  %x = alloca i32, !rbcheck !3
  store i32 1, ptr %x, !rbcheck !0
  store i32 1, ptr @g, !rbcheck !1
  %y = add i32 1, 2, !rbcheck !2
  ret void, !rbcheck !0
}
!0 = !{i64 1, !"read"}
!1 = !{!"write"}
!2 = !{}
!3 = !{i64 1, !"nonsense"}
