// The project's GoogleTest program, where GoogleTest is installed.
// REQUIRES: gtest
// RUN: %error --gtest %S/../tickets_test.cpp | FileCheck %s
// CHECK: no-error {{.*}}Tickets.Count
// CHECK: error {{.*}}Broken.Count: {{.*}}tickets_test.cpp:20:{{.*}}Expected equality
// CHECK: error {{.*}}Broken.Order: {{.*}}tickets_test.cpp:25:{{.*}}Expected equality
// CHECK: skipped {{.*}}Broken.DISABLED_Later
// CHECK: 4 tests of GoogleTest, 1 no-error, 2 error, 1 skipped
