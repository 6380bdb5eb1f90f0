// A pointer to a local whose scope has ended, in a variable or in a register,
// also when the scope is entered again.
// Not for the oracle: main has arguments.
// DEFINE: %{w} = 1
// DEFINE: %{check} = %rbcc -w -DWAY=%{w} %s -o %t.bc && \
// DEFINE:   %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %{check}
// REDEFINE: %{w} = 2
// RUN: %{check}
// REDEFINE: %{w} = 3
// RUN: %{check}
// REDEFINE: %{w} = 4
// RUN: %{check}
// REDEFINE: %{w} = 5
// RUN: %{check}
// RUN: %exits 1 rbcheck %s | FileCheck %s
// CHECK: dead-scope.c:{{[0-9]+}}:{{[0-9]+}}: error: {{(read from|write to)}} a local variable whose scope has ended
#ifndef WAY
#define WAY 1
#endif
static void *volatile sink;
int main(int argc, char **argv) {
  int *p = 0, *volatile q = 0;
#if WAY == 1
  {
    int x = 1;
    p = &x;
    *p = 2;
  }
  return *p;
#elif WAY == 2
  for (int i = 0; i < 2; i++) {
    int x = i;
    sink = &x;
    if (i == 0)
      p = &x;
    else
      *p = 2;
  }
#elif WAY == 3
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (i == 0)
      q = &x;
    else
      *q = 2;
  }
#elif WAY == 4 // of variable length
  for (int i = 0; i < 2; i++) {
    int x[argc + 3];
    x[0] = i;
    if (i == 0)
      p = x;
    else
      *p = 2;
  }
#elif WAY == 5 // what was kept in an object of another scope
  struct { int *p; } s;
  for (int i = 0; i < 3; i++) {
    int x = i;
    if (i != 1)
      s.p = &x;
    sink = &s;
    *s.p += 1;
  }
#endif
  return 0;
}
