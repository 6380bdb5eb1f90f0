; Addresses are followed into functions whose body is certain.
; RUN: %opt -passes=rbcheck-mark -S %s | FileCheck --check-prefixes=CHECK,MODULE %s
; RUN: %opt -passes='rbcheck-mark<program>' -S %s | FileCheck --check-prefixes=CHECK,PROGRAM %s

@place = global ptr null

define internal void @increment(ptr %p) {
  %v = load i32, ptr %p
  %w = add i32 %v, 1
  store i32 %w, ptr %p
  ret void
}
define internal void @keep(ptr %p) {
  store ptr %p, ptr @place
  ret void
}
define internal void @keepDeep(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 1
  call void @keep(ptr %q)
  ret void
}
define internal ptr @next(ptr %p) {
  %q = getelementptr i32, ptr %p, i64 1
  ret ptr %q
}
; Mutual recursion that keeps nothing, and one that does.
define internal void @ping(ptr %p, i1 %c) {
  br i1 %c, label %more, label %done
more:
  call void @pong(ptr %p, i1 false)
  br label %done
done:
  ret void
}
define internal void @pong(ptr %p, i1 %c) {
  call void @ping(ptr %p, i1 %c)
  ret void
}
define internal void @badPing(ptr %p, i1 %c) {
  call void @badPong(ptr %p, i1 %c)
  ret void
}
define internal void @badPong(ptr %p, i1 %c) {
  br i1 %c, label %more, label %done
more:
  call void @badPing(ptr %p, i1 false)
  br label %done
done:
  store ptr %p, ptr @place
  ret void
}
define internal void @variadic(ptr %p, ...) {
  ret void
}
; Another file may bring a body that keeps its argument.
define weak void @replaceable(ptr %p) {
  ret void
}
define linkonce_odr void @inlineFunction(ptr %p) {
  ret void
}
define void @external(ptr %p) {
  ret void
}

; CHECK-LABEL: @users(
define void @users() {
  %a = alloca i32
  %b = alloca i32
  %c = alloca i32
  %d = alloca [2 x i32]
  %e = alloca [2 x i32]
  %f = alloca i32
  %g = alloca i32
  %h = alloca i32
  %i = alloca i32
  %j = alloca i32
  %k = alloca i32
  %l = alloca i32
; CHECK: store i32 0, ptr %a, align 4{{$}}
  store i32 0, ptr %a
  call void @increment(ptr %a)
; CHECK: store i32 0, ptr %b, align 4, !rbcheck
  store i32 0, ptr %b
  call void @keep(ptr %b)
; CHECK: store i32 0, ptr %c, align 4, !rbcheck
  store i32 0, ptr %c
  call void @keepDeep(ptr %c)
; A returned argument is followed further: here to a store to memory, there not.
; CHECK: store i32 0, ptr %d, align 4{{$}}
  store i32 0, ptr %d
  %d1 = call ptr @next(ptr %d)
  call void @increment(ptr %d1)
; CHECK: store i32 0, ptr %e, align 4, !rbcheck
  store i32 0, ptr %e
  %e1 = call ptr @next(ptr %e)
  store ptr %e1, ptr @place
; CHECK: store i32 0, ptr %f, align 4{{$}}
  store i32 0, ptr %f
  call void @ping(ptr %f, i1 true)
; CHECK: store i32 0, ptr %g, align 4, !rbcheck
  store i32 0, ptr %g
  call void @badPing(ptr %g, i1 true)
; CHECK: store i32 0, ptr %h, align 4, !rbcheck
  store i32 0, ptr %h
  call void (ptr, ...) @variadic(ptr null, ptr %h)
; MODULE: store i32 0, ptr %i, align 4, !rbcheck
; PROGRAM: store i32 0, ptr %i, align 4{{$}}
  store i32 0, ptr %i
  call void @replaceable(ptr %i)
; MODULE: store i32 0, ptr %j, align 4, !rbcheck
; PROGRAM: store i32 0, ptr %j, align 4{{$}}
  store i32 0, ptr %j
  call void @inlineFunction(ptr %j)
; CHECK: store i32 0, ptr %k, align 4{{$}}
  store i32 0, ptr %k
  call void @external(ptr %k)
; A call with another type than the function has is not that function's call.
; CHECK: store i32 0, ptr %l, align 4, !rbcheck
  store i32 0, ptr %l
  call i32 @external(ptr %l)
  ret void
}
