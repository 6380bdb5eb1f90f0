// Bit-fields of odd widths, signed and unsigned, across storage units.
#include <stdio.h>
#include <string.h>

struct Mixed {
  signed a : 3;
  unsigned b : 13;
  long long c : 37;
  unsigned char d : 5;
  _Bool e : 1;
  unsigned : 0;
  int f : 31;
  unsigned long long g : 64;
};

struct __attribute__((packed)) Tight {
  unsigned a : 7;
  unsigned long long b : 49;
  signed c : 9;
  char d;
};

union Bits {
  float f;
  struct {
    unsigned mantissa : 23, exponent : 8, sign : 1;
  } s;
};

static void showBytes(const void *p, size_t n) {
  const unsigned char *bytes = p;
  for (size_t i = 0; i < n; i++)
    printf("%02x", bytes[i]);
  printf("\n");
}

int main(void) {
  struct Mixed m;
  memset(&m, 0, sizeof m);
  for (int i = 0; i < 40; i++) {
    m.a += 3;
    m.b = m.b * 5 + 1;
    m.c = m.c * -7 + i;
    m.d ^= (unsigned char)(i * 11);
    m.e = !m.e;
    m.f -= 1 << (i % 30);
    m.g = m.g * 6364136223846793005ull + 1442695040888963407ull;
  }
  printf("%d %u %lld %u %d %d %llu\n", m.a, m.b, (long long)m.c, m.d, m.e, m.f,
         (unsigned long long)m.g);
  showBytes(&m, sizeof m);

  struct Tight t[3];
  memset(t, 0, sizeof t);
  for (int i = 0; i < 3; i++) {
    t[i].a = 100u + (unsigned)i;
    t[i].b = 0x1234567890abcull << i;
    t[i].c = -200 + i;
    t[i].d = (char)('x' + i);
    t[i].a++, --t[i].c;
  }
  printf("%zu\n", sizeof t);
  showBytes(t, sizeof t);
  for (int i = 0; i < 3; i++)
    printf("%u %llu %d %c\n", t[i].a, (unsigned long long)t[i].b, t[i].c, t[i].d);

  union Bits u = {.f = -6.25f};
  printf("%u %u %#x\n", u.s.sign, u.s.exponent, u.s.mantissa);
  u.s.exponent += 2;
  u.s.sign = 0;
  printf("%g\n", u.f);
  return m.a & 3;
}
