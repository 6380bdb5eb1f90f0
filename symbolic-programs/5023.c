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
struct pair { int a; unsigned long b; unsigned c; };
static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int all = 0;
  for (int i = 0; i < n; ++i)
    all += va_arg(list, int);
  va_end(list);
  return all;
}
static struct pair made(int a, long b) {
  struct pair p = {a, b, a ^ b};
  return p;
}
static unsigned worked(unsigned long a, unsigned b) {
  if (a >= b)
    return a + b;
  return b - a;
}
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static jmp_buf back;
static int g0 = 0, g1;
static unsigned long s0;
static _Atomic unsigned char a0 = 7;
static _Atomic short a1;
static _Thread_local unsigned short table[8] = {1, 2, 3, 250};
static unsigned long x0; static unsigned long x1;
static void *thread0(void *unused) {
  unsigned char v1 = x0;
  if ((v1 ^ 15)) {
    unsigned v2 = (unsigned)((unsigned short)(0xffffu));
  }
  switch (((v1 < v1) * 5)) {
  case 0:
    unsigned long v3 = v1;
  case 1:
    assert((unsigned char)(x0) != 231);
    break;
  case 10:
    if (((x0 <= x0) ? x0 : 0x80000000u) == ~(x0)) {
      table[v1 & 7] = (2 < worked(15, v1));
      unsigned char v4 = 255;
    }
    break;
  default:
    unsigned short f5 = atomic_fetch_add(&a0, ~(x0));
  }
  if (table[v1 & 3] > (x0 >> (v1 & 7)) || (unsigned)(x0)) {
    if (v1 < x0) {
      bool b6 = ((x0 * x0) <= (long)(v1) && (v1 & 256));
    }
  } else {
    switch ((v1 / (x0 <= x0))) {
    case 4:
      bool b7 = (v1);
      break;
    case 7:
      assert((unsigned char)(table[worked(v1, -1) & 7]) != 166);
      break;
    case 9:
      v1 = (((v1 * x0) != (x0 << (x0 & 7))) ? table[v1 & 7] : worked(v1, v1));
      break;
    default:
      table[8 & 7] = v1;
    }
  }
  assert((unsigned char)(x0) != 63);
  for (int i8 = 0; i8 < ((x0 | x0) & 3); ++i8) {
    switch (((x0 - x0) + -1)) {
    case 1:
      if ((-2 >> (127 & 7)) != ((x0) ? 216 : i8)) {
        table[0x123456789l & 7] = v1;
      }
      break;
    case 2:
      short v9 = ((x0 & v1) & (signed char)(v1));
      break;
    case 4:
      switch (i8) {
      case 3:
        assert((unsigned char)(x0) != 71);
      case 4:
        printf("%d\n", (int)(((x0 - i8) << (v1 & 15))));
        break;
      case 10:
        table[((x0 >= -128) ? x0 : i8) & 3] = (long)(x0);
        break;
      default:
        int v10 = v1;
      }
      break;
    default:
      if ((x0 >> (0xffffu & 7)) < v1) {
        rb_assume(((v1 / x0) > (x0 % (x0 | 1)) && x0));
      }
    }
    struct pair p11 = {i8, x0, (100 | (i8 > i8))}, q12;
    memset(&q12, sum(2, (int)(i8), (int)(128)), sizeof q12);
  }
  return unused;
}
int main(void) {
  unsigned char in0 = rb_nondet_uchar();
  in0 &= 15;
  #ifdef IN0
  rb_assume(in0 == (unsigned char)IN0);
  #endif
  x0 = made(in0, in0).b;
  signed char v13 = 0;
  pthread_t t0;
  pthread_create(&t0, 0, thread0, 0);
  long c14[2] = {255, made(7, v13).a};
  bool c14e = memcmp(&c14[0], &c14[1], sizeof c14[0]) == 0;
  assert((unsigned char)(((128 >> (in0 & 15)) % ((unsigned)(c14[0]) | 1))) != 87);
  v13 = ((in0 << (c14[0] & 31)) % ((in0 / v13) | 1));
  for (int i15 = 0; i15 < (table[in0 & 7] & 3); ++i15) {
    for (int i16 = 0; i16 < ((c14[0] | 16) & 3); ++i16) {
      table[0x7fff & 7] = (in0 % ((v13 / in0) | 1));
    }
    unsigned long p17a = (i15 << (i15 & 31)), p17b = in0;
    unsigned long *p17 = (i15 == (-1 * 0xffffu) || (signed char)(in0)) ? &p17a : &p17b;
    *p17 = (c14[0] * in0);
  }
  if (in0) {
    short v18 = ((v13 + c14e) << (in0 & 31));
  }
  pthread_join(t0, 0);
  assert((unsigned char)((in0 >> (((in0 > v13) ? a1 : c14[0]) & 15))) != 181);
  return 0;
}
