; Heap blocks and library functions that keep nothing.
; RUN: %opt -passes=rbcheck-mark -S %s | FileCheck %s

@place = global ptr null
declare ptr @malloc(i64)
declare void @free(ptr)
declare i64 @strlen(ptr)
declare i32 @strdup(ptr)

; CHECK-LABEL: @ownBlock(
; CHECK: store i32 1, ptr %p, align 4{{$}}
define void @ownBlock() {
  %p = call ptr @malloc(i64 4)
  store i32 1, ptr %p
  call void @free(ptr %p)
  ret void
}

; CHECK-LABEL: @sharedBlock(
; CHECK: store i32 1, ptr %p, align 4, !rbcheck
define void @sharedBlock() {
  %p = call ptr @malloc(i64 4)
  store i32 1, ptr %p
  store ptr %p, ptr @place
  ret void
}

; CHECK-LABEL: @strings(
; CHECK: store i8 0, ptr %s, align 1{{$}}
; CHECK: store i8 0, ptr %t, align 1, !rbcheck
define void @strings() {
  %s = alloca i8
  store i8 0, ptr %s
  %n = call i64 @strlen(ptr %s)
  %t = alloca i8
  store i8 0, ptr %t
  %d = call i32 @strdup(ptr %t)
  ret void
}

; The program's own function of a library's name speaks for itself.
; CHECK-LABEL: @ownAtoi(
; CHECK: store i8 0, ptr %s, align 1, !rbcheck
define void @ownAtoi() {
  %s = alloca i8
  store i8 0, ptr %s
  %n = call i32 @atoi(ptr %s)
  ret void
}
define i32 @atoi(ptr %s) {
  store ptr %s, ptr @place
  ret i32 0
}
