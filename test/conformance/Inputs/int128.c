// 128-bit and odd-sized integers.
#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;
typedef _BitInt(77) i77;
typedef unsigned _BitInt(24) u24;

static void show(const char *what, u128 v) {
  printf("%s %016llx%016llx\n", what, (unsigned long long)(v >> 64),
         (unsigned long long)v);
}

static void decimal(i128 v) {
  char text[48], *at = text + sizeof text;
  u128 u = v < 0 ? -(u128)v : (u128)v;
  *--at = 0;
  do
    *--at = (char)('0' + (int)(u % 10));
  while (u /= 10);
  printf("%s%s\n", v < 0 ? "-" : "", at);
}

static i128 power(i128 base, unsigned n) {
  return n == 0 ? 1 : base * power(base, n - 1);
}

int main(void) {
  volatile unsigned seed = 99;
  u128 a = ((u128)0x0123456789abcdefull << 64) | 0xfedcba9876543210ull;
  u128 b = a * seed + 7;
  show("add", a + b);
  show("sub", a - b);
  show("mul", a * b);
  show("div", b / (a >> 57));
  show("mod", b % (a >> 33));
  show("and", (a & b) ^ ~(a | b));
  for (unsigned n = 0; n < 128; n += 21) {
    show("shl", a << n);
    show("shr", b >> n);
    show("sar", (u128)((i128)(a | (u128)1 << 127) >> n));
  }
  i128 x = -(i128)power(13, 33), y = (i128)power(7, 20);
  decimal(x);
  decimal(x / y);
  decimal(x % y);
  decimal(x * 3 - y);
  printf("%d%d%d%d\n", x < y, (u128)x < (u128)y, x <= x, y > -x);
  printf("%.17g %.17g\n", (double)x, (double)(u128)x);
  printf("%.9g\n", (double)(float)y);
  printf("%Lg\n", (long double)x);
  decimal((i128)-1.5e30);
  show("fp", (u128)3.0e38);
  show("neg", (u128)-(i128)seed);

  i77 odd = (i77)1 << 73;
  odd = odd * 3 + (i77)seed;
  show("i77", (u128)(i128)odd);
  show("i77 div", (u128)(i128)(odd / 1001));
  u24 small = (u24)0xabcdef;
  for (int i = 0; i < 5; i++)
    small = (u24)(small * 5u + 1u);
  printf("%x\n", (unsigned)small);
  i128 product;
  printf("%d", __builtin_mul_overflow(x, y, &product));
  printf("%d", __builtin_mul_overflow((i128)seed, y, &product));
  printf("%d\n", __builtin_add_overflow((i128)((u128)-1 >> 1), 1, &product));
  switch ((int)(b % 5)) {
  case 0: return 10;
  case 1: return 11;
  default: return 12;
  }
}
