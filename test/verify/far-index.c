// An index that is off by a multiple of the distance between objects (64 KiB)
// must not lead into another object: on the heap, in globals, on the stack, of
// constants, by every way to compute an address.
// RUN: %exits 1 rbcheck %s | FileCheck %s
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
// REDEFINE: %{w} = 6
// RUN: %{check}
// REDEFINE: %{w} = 7
// RUN: %{check}
// REDEFINE: %{w} = 8
// RUN: %{check}
// REDEFINE: %{w} = 9
// RUN: %{check}
// REDEFINE: %{w} = 10
// RUN: %{check}
// REDEFINE: %{w} = 11
// RUN: %{check}
// REDEFINE: %{w} = 12
// RUN: %{check}
// REDEFINE: %{w} = 13
// RUN: %{check}
// REDEFINE: %{w} = 14
// RUN: %{check}
// RUN: %rbcc -w -fwrapv -DWAY=4 %s -o %t.bc && %exits 1 rbcheck %t.bc | FileCheck %s
// CHECK: far-index.c:{{[0-9]+}}:{{[0-9]+}}: error: {{(read|write)}}{{.*}}another object
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#ifndef WAY
#define WAY 1
#endif

struct pair { int x, y; };
static int a[4], b[4];
static const int c[4] = {1, 2, 3, 4}, d[4] = {5, 6, 7, 8};
static int *const constant = &a[16384];
static _Thread_local int e[4], f[4];

int main(void) {
  int *p = malloc(16), *q = malloc(16), *many[200];
  for (int i = 0; i < 200; i++)
    many[i] = calloc(4, 4);
  q[0] = b[0] = e[0] = f[0] = 1;
  volatile int far = 16384; // elements from one object to the next
#if WAY == 1 // indexed write and read of globals
  a[far] = 7;
#elif WAY == 2
  return *constant;
#elif WAY == 3 // heap
  return p[far];
#elif WAY == 4 // a pointer of its own
  int *s = p + far;
  return *s;
#elif WAY == 5 // far away
  int *s = p + 150 * far;
  return *s;
#elif WAY == 6 // backwards
  return q[-far];
#elif WAY == 7 // a constant
  return p[16384];
#elif WAY == 8
  return c[far] + d[0];
#elif WAY == 9 // a member of an element
  struct pair *s = (struct pair *)p + far / 2;
  return s->y;
#elif WAY == 10 // by a library function
  memset(p + far, 0, 8);
#elif WAY == 11
  return atomic_fetch_add((atomic_int *)(p + far), 1);
#elif WAY == 12 // there and further, but not back
  int *s = p + far;
  s += far;
  return *s;
#elif WAY == 13 // thread-local variables
  return e[far];
#elif WAY == 14 // the stack: positions are 1 MiB apart, tags 64 KiB
  int u[4] = {0}, v[4] = {0};
  long distance = (long)v - (long)u;
  return *(int *)((char *)u + distance);
#endif
  return 0;
}
