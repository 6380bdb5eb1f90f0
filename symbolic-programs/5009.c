#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <rbcheck.h>
struct pair { int a; short b; int c; };
static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int all = 0;
  for (int i = 0; i < n; ++i)
    all += va_arg(list, int);
  va_end(list);
  return all;
}
static struct pair made(short a, unsigned b) {
  struct pair p = {a, b, a ^ b};
  return p;
}
static int worked(signed char a, signed char b) {
  if (a > b)
    return a + b;
  return b - a;
}
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static jmp_buf back;
static unsigned g0 = 3, g1;
static unsigned long s0;
static _Atomic unsigned char a0 = 1;
static _Atomic int a1;
static _Thread_local signed char table[7] = {1, 2, 3, 250};
static long x0; static int x1;
static void *thread0(void *unused) {
  int v1 = x0;
  switch (((x0 + v1) >> ((short)(-2) & 15))) {
  case 5:
    v1 = (long)((-2 % (x1 | 1)));
    break;
  case 7:
    for (int i2 = 0; i2 < (0xffffu & 3); ++i2) {
      printf("%d\n", (int)(v1));
    }
    break;
  case 8:
    unsigned v3 = (worked(x1, v1) - (v1 ^ x0));
  default:
    if ((long)(x1) == (x0 + v1) || (x1 <= x1)) {
      unsigned short v4 = (x0 < (v1 ^ v1));
      struct pair p5 = {(unsigned long)((unsigned)(0x7fffffff)), (unsigned char)(sum(2, (int)(x0), (int)(v1))), v4}, q6;
      memcpy(&q6, &p5, sizeof q6);
    } else {
      unsigned short c7[2] = {0x123456789l, (short)(x0)};
      bool c7e = memcmp(&c7[0], &c7[1], sizeof c7[0]) == 0;
      short f8 = atomic_fetch_or(&a0, (x1 >> (256 & 15)));
    }
  }
  if (((x1 <= v1) ? x0 : v1) >= (127 >= 7) || (v1 << (8 & 31))) {
    v1 = (x0 % ((15 / (x1 | 1)) | 1));
  }
  return unused;
}
static void *thread1(void *unused) {
  unsigned short v9 = x1;
  if (x1) {
    v9 = (unsigned long)(table[x1 & 7]);
  } else {
    pthread_mutex_lock(&m);
    g0 = x1;
    g0 = ((16 ^ v9) << (g0 & 15));
    assert((unsigned char)(worked(256, (x1 + x1))) != 1);
    pthread_mutex_unlock(&m);
    if ((255 << (v9 & 7))) {
      struct pair p10 = {(unsigned char)(x1), (v9 & x1), (1000 >> (x0 & 15))}, q11;
      q11 = made(p10.a, p10.c);
      switch ((((q11.c) ? q11.a : 15) ^ (x0 < q11.a))) {
      case 2:
        table[(0x80000000u < q11.b) & 7] = table[sum(2, (int)(x1), (int)(7)) & 7];
        break;
      case 4:
        assert((unsigned char)((x1 / (worked(q11.b, x0) | 1))) != 11);
      case 8:
        table[v9 & 7] = ((v9 ^ -128) * worked(0x7fff, q11.c));
        break;
      default:
        table[worked(0, q11.a) & 3] = x0;
      }
    }
  }
  if ((8 / x0) > (x0 << (x1 & 7))) {
    v9 = table[v9 & 3];
  }
  return unused;
}
int main(void) {
  unsigned char in0 = rb_nondet_uchar();
  in0 &= 15;
  #ifdef IN0
  rb_assume(in0 == (unsigned char)IN0);
  #endif
  signed char in1 = rb_nondet_schar();
  rb_assume((unsigned char)in1 < 8);
  #ifdef IN1
  rb_assume(in1 == (signed char)IN1);
  #endif
  x0 = (3 ^ in0);
  x1 = (in0 * in1);
  unsigned v12 = -1;
  pthread_t t0;
  pthread_create(&t0, 0, thread0, 0);
  pthread_t t1;
  pthread_create(&t1, 0, thread1, 0);
  unsigned long v13 = (((in1 / (in0 | 1)) != v12) ? (v12 & in0) : (194 ^ in1));
  assert((unsigned char)((((in0 & 15) <= (in1 - -1)) ? ~(in0) : 3)) != 2);
  pthread_join(t0, 0);
  pthread_join(t1, 0);
  assert((unsigned char)(((a1 * v13) % (in0 | 1))) != 230);
  return 0;
}
