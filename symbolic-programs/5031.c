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
struct pair { unsigned char a; int b; long c; };
static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int all = 0;
  for (int i = 0; i < n; ++i)
    all += va_arg(list, int);
  va_end(list);
  return all;
}
static struct pair made(int a, short b) {
  struct pair p = {a, b, a ^ b};
  return p;
}
static signed char worked(int a, signed char b) {
  if (a >= b)
    return a + b;
  return b - a;
}
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static jmp_buf back;
static unsigned g0 = 3, g1;
static short s0;
static _Atomic unsigned char a0 = 7;
static _Atomic short a1;
static _Thread_local short table[8] = {1, 2, 3, 250};
static long x0; static int x1;
static void *thread0(void *unused) {
  short v1 = x0;
  unsigned char p2a = table[v1 & 3], p2b = x0;
  unsigned char *p2 = (worked(x0, x0)) ? &p2a : &p2b;
  *p2 = sum(2, (int)(v1), (int)(-2));
  if ((*p2 % (p2b | 1)) != worked(v1, p2b)) {
    assert((unsigned char)(sum(2, (int)(p2b), (int)(-(v1)))) != 23);
  } else {
    assert((unsigned char)(((8 ^ p2a) | (int)(15))) != 162);
    table[*p2 & 7] = ((p2a < (p2b * v1)) ? (p2b >> (v1 & 15)) : x0);
  }
  if ((*p2 * 0x80000000u) > ((100 >= x0 && 127) ? -128 : -2)) {
    for (int i3 = 0; i3 < ((x0 | 0x123456789l) & 3); ++i3) {
      assert((unsigned char)(128) != 93);
      int v4 = p2a;
    }
  } else {
    switch ((sum(2, (int)(v1), (int)(x0)) * p2a)) {
    case 1:
      unsigned short v5 = (1000 / (x0 & v1));
      break;
    case 7:
      long f6 = atomic_fetch_sub(&a0, (x0 / x0));
    case 10:
      short v7 = worked((unsigned short)(v1), (p2a >> (p2a & 7)));
    default:
      if (table[p2a & 7]) {
        int v8 = (table[p2b & 3] * worked(*p2, 5));
      }
    }
    switch (((v1 * p2a) ^ *p2)) {
    case 2:
      assert((unsigned char)(worked((256 ^ x0), (8 & x0))) != 68);
    case 5:
      v1 = (((0x80000000u) ? p2a : 0x123456789l) + (x0 / (0x7fffffff | 1)));
    case 6:
      switch ((x0 | table[p2a & 7])) {
      case 1:
        long v9 = table[p2a & 7];
      case 5:
        unsigned short v10 = ((p2a | v1) * x0);
        break;
      case 10:
        struct pair p11 = {(((p2a < 178)) ? p2a : made(255, p2a).b), ((sum(2, (int)(-128), (int)(*p2))) ? (x0 / 15) : (p2a | p2a)), (int)((p2b + -128))}, q12;
        memcpy(&q12, &p11, sizeof q12);
        break;
      default:
        table[((256 > p2a) ? 43 : p2a) & 3] = (unsigned short)(((p2b == x0) ? v1 : x0));
      }
    default:
      unsigned v13 = (x0 - (p2b + p2a));
    }
  }
  if (((p2a == *p2) ? p2b : 100)) {
    v1 = 5;
    switch (~((v1 << (*p2 & 7)))) {
    case 8:
      unsigned char v14 = ((1000 / p2b) - sum(2, (int)(x0), (int)(p2a)));
      break;
    case 9:
      if ((p2b % x0) == 15) {
        table[p2b & 3] = v1;
      }
    case 11:
      if (!(*p2) < ((p2b < v1) ? p2a : p2b) || *p2) {
        bool b15 = (v1);
      } else {
        struct pair p16 = {p2b, v1, ((p2b + v1) == (x0 == p2b))}, q17;
        q17 = made(p16.a, p16.c);
        atomic_store(&a0, 1);
      }
      break;
    default:
      unsigned char *h18 = malloc(4);
      memset(h18, (unsigned long)(v1), 4);
      h18[(x0 << (p2b & 15)) & 3] = x0;
      v1 = h18[(unsigned short)(x0) & 3];
      free(h18);
    }
  }
  return unused;
}
int main(void) {
  unsigned char in0 = rb_nondet_uchar();
  #ifdef IN0
  rb_assume(in0 == (unsigned char)IN0);
  #endif
  x0 = worked(127, -1);
  signed char v19 = in0;
  pthread_t t0;
  pthread_create(&t0, 0, thread0, 0);
  if ((120 > in0)) {
    if (128) {
      v19 = ((in0 | 0x7fffffff) / (in0 ^ in0));
      bool b20 = ((v19 + 0x123456789l) < (in0 >> (0xffffu & 7)));
    }
    table[worked(100, in0) & 3] = ((in0 / (255 | 1)) >= (in0 >> (-1 & 15)));
  }
  signed char p21a = (in0 < 0x80000000u), p21b = (v19 * 3);
  signed char *p21 = ((v19 % 0) < table[in0 & 7]) ? &p21a : &p21b;
  *p21 = (in0 - in0);
  for (int i22 = 0; i22 < ((in0 == 0x7fffffff) & 3); ++i22) {
    pthread_mutex_lock(&m);
    g1 = v19;
    v19 = g0;
    pthread_mutex_unlock(&m);
    for (int i23 = 0; i23 < (p21b & 3); ++i23) {
      unsigned v24 = (((in0 > in0) ? *p21 : v19) << ((*p21 >> (255 & 7)) & 7));
    }
  }
  s0 = ((in0 <= p21a) ? 5 : p21a);
  pthread_join(t0, 0);
  assert((unsigned char)(((a1 ^ in0) > (v19 % (g1 | 1)))) != 44);
  return 0;
}
