// Overflow, bit and other builtins; signed and unsigned shifts of every width.
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static void overflows(int a, int b) {
  int r;
  unsigned u;
  long l;
  signed char c;
  printf("%d", __builtin_add_overflow(a, b, &r)), printf(":%d ", r);
  printf("%d", __builtin_sub_overflow(a, b, &r)), printf(":%d ", r);
  printf("%d", __builtin_mul_overflow(a, b, &r)), printf(":%d ", r);
  printf("%d", __builtin_add_overflow(a, b, &u)), printf(":%u ", u);
  printf("%d", __builtin_sub_overflow((unsigned)a, (unsigned)b, &u)), printf(":%u ", u);
  printf("%d", __builtin_mul_overflow(a, b * (1L << 31), &l)), printf(":%ld ", l);
  printf("%d", __builtin_add_overflow(a, b, &c)), printf(":%d\n", c);
}

static void bits(uint64_t v) {
  printf("%d %d %d ", __builtin_popcountll(v), __builtin_parityll(v),
         __builtin_ffsll((long long)v));
  if (v)
    printf("%d %d ", __builtin_clzll(v), __builtin_ctzll(v));
  if ((uint32_t)v)
    printf("%d %d ", __builtin_clz((uint32_t)v), __builtin_ctz((uint32_t)v));
  printf("%x %x %llx ", __builtin_bswap16((uint16_t)v), __builtin_bswap32((uint32_t)v),
         (unsigned long long)__builtin_bswap64(v));
  printf("%llx %x %d\n", (unsigned long long)__builtin_bitreverse64(v),
         __builtin_rotateleft32((uint32_t)v, 11), __builtin_clrsbll((long long)v));
}

#define SHIFTS(type, format)                                                   \
  for (unsigned n = 0; n < sizeof(type) * 8; n += 3) {                         \
    type v = (type)0x9e3779b97f4a7c15ull;                                      \
    v = (type)(v >> n);                                                        \
    printf(format " ", v);                                                     \
    v = (type)(0x5bd1e995ull << n);                                        \
    printf(format " ", v);                                                     \
  }                                                                            \
  printf("\n")

struct Offsets { char a; double b; short c[3]; int d; };

static int isConstant(int n) { return __builtin_constant_p(4) + n; }

int main(void) {
  int values[] = {0, 1, -1, 127, 65536, INT_MAX, INT_MIN};
  for (int i = 0; i < 7; i++)
    for (int j = i; j < 7; j += 2)
      overflows(values[i], values[j]);
  uint64_t words[] = {0, 1, 0x8000000000000000ull, 0xfull << 30,
                      0x0123456789abcdefull, ~0ull};
  for (int i = 0; i < 6; i++)
    bits(words[i]);
  SHIFTS(signed char, "%d");
  SHIFTS(unsigned char, "%u");
  SHIFTS(short, "%d");
  SHIFTS(unsigned short, "%u");
  SHIFTS(int, "%d");
  SHIFTS(unsigned, "%u");
  SHIFTS(long, "%ld");
  SHIFTS(unsigned long, "%lu");

  // Promotions, conversions, division towards zero.
  signed char sc = -128;
  unsigned char uc = 200;
  short sh = (short)40000;
  printf("%d %d %d %d\n", sc - 1, uc + uc, (signed char)(uc + uc), sh);
  printf("%d %d %d %d\n", -7 / 2, -7 % 2, 7 / -2, 7 % -2);
  printf("%d %d %d\n", -1 < 1u, sc < uc, (long)-1 < 1u);
  printf("%u %d\n", (unsigned)-3 / 7u, (int)((unsigned)INT_MIN / 3u));
  printf("%zu %zu %zu\n", offsetof(struct Offsets, b), offsetof(struct Offsets, c),
         sizeof(struct Offsets));
  int x = 5;
  int y = x++, z = (++x, x <<= 2, x ^ 3);
  printf("%d %d %d\n", x, y, z);
  printf("%d %d\n", (int)__builtin_expect(x > 3, 1), isConstant(x));
  printf("%d\n", __builtin_types_compatible_p(int, signed));
  printf("%s\n", __builtin_choose_expr(sizeof(long) == 8, "lp64", "other"));
  long object = (long)__builtin_object_size(words, 0);
  printf("%d\n", object == -1 || object == (long)sizeof words);
  return (x & 0x7f) == 28 ? 0 : 1;
}
