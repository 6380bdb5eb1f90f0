// A local that is read before it is given a value begins its life with one: once
// for all reads, where the life begins; on the way that lacks it if that is the only
// one; not at all if it decides nothing. Where too many values would have to be
// tried each such read is asked whether it came too early.
// RUN: %rbcc %s -o %t.bc
// RUN: rbcheck --emit=marked-ir %t.bc | FileCheck %s
// CHECK-LABEL: define {{.*}} @agree(
// CHECK: [[X:%.*]] = call i32 @__rb_uninitialised_i32()
// CHECK: icmp eq i32 [[X]], 3
// CHECK: icmp slt i32 [[X]], 7
// CHECK-NOT: __rb_uninitialised
int agree(void) {
  int x;
  return x == 3 ? 1 : x < 7;
}

// CHECK-LABEL: define {{.*}} @sometimes(
// CHECK: [[Y:%.*]] = call i32 @__rb_uninitialised_i32()
// CHECK: phi i32 [ 5, %{{.*}} ], [ [[Y]], %{{.*}} ]
int sometimes(int given) {
  int y;
  if (given)
    y = 5;
  return y > 100;
}

// CHECK-LABEL: define {{.*}} @nothing(
// CHECK-NOT: __rb_uninitialised
// CHECK: ret
int nothing(void) {
  int z;
  int copy = z;
  return 0;
}

// CHECK-LABEL: define {{.*}} @many(
// CHECK: [[GIVEN:%.*]] = phi i1
// CHECK: call void @__rb_uninitialised_unless(i1 [[GIVEN]])
int many(int given) {
  int w;
  if (given)
    w = 5;
  return w * w;
}

// CHECK-LABEL: define {{.*}} @given(
// CHECK-NOT: __rb_uninitialised
// CHECK: ret
int given(int count) {
  int v, last;
  if (count)
    v = 1;
  else
    v = 2;
  do
    last = count--;
  while (count > v);
  return v * last;
}

int main(void) {
  return agree() + sometimes(1) + nothing() + many(1) + given(2);
}
