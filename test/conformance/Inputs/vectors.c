// Vector extensions: arithmetic, comparison, shuffles, conversion, by value.
#include <stdio.h>
#include <string.h>

typedef int v4i __attribute__((vector_size(16)));
typedef float v4f __attribute__((vector_size(16)));
typedef double v2d __attribute__((vector_size(16)));
typedef unsigned char v16c __attribute__((vector_size(16)));
typedef short v8s __attribute__((vector_size(16)));
typedef long v4l __attribute__((vector_size(32)));
typedef int v2i __attribute__((vector_size(8)));

static void show4(v4i v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); }

static v4i mulAdd(v4i a, v4i b, v4i c) { return a * b + c; }
static v4f blend(v4f a, v4f b, v4i mask) {
  return (v4f)(((v4i)a & mask) | ((v4i)b & ~mask));
}
static v2i half(v4i v) { return (v2i){v[0] + v[2], v[1] + v[3]}; }

// Plain loops that -O2 turns into vector code.
static int dot(const short *a, const short *b, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}
static unsigned char largest(const unsigned char *p, int n) {
  unsigned char m = 0;
  for (int i = 0; i < n; i++)
    m = p[i] > m ? p[i] : m;
  return m;
}
static float scaled(float *to, const float *from, int n, float by) {
  float last = 0;
  for (int i = 0; i < n; i++)
    to[i] = last = from[i] * by + 1;
  return last;
}

int main(void) {
  v4i a = {1, -2, 3, -4}, b = {10, 20, 30, 40};
  show4(mulAdd(a, b, a - 1));
  show4(a << 3 | b >> 1);
  show4((a > 0) & b);
  show4(-(a == b) + (a != b) * 2);
  show4(b / (a * 3) + b % 7);
  show4(__builtin_shufflevector(a, b, 0, 4, 3, 7));
  v4i larger = a > b - 12;
  show4((a & larger) | (b & ~larger));
  v4f f = {1.5f, 2.5f, -3.5f, 4.5f}, g = f * f - 2;
  v4f m = blend(f, g, f > g);
  printf("%g %g %g %g\n", m[0], m[1], m[2], m[3]);
  show4(__builtin_convertvector(m, v4i));
  v2d d = {1e10, -2.25};
  d += (v2d){0.5, 0.5};
  printf("%g %g\n", d[0] / d[1], d[1]);
  v16c c;
  for (int i = 0; i < 16; i++)
    c[i] = (unsigned char)(i * 23);
  c = c * 3 + (c ^ 0x55);
  for (int i = 0; i < 16; i++)
    printf("%u ", c[i]);
  v8s s = (v8s)c;
  printf("\n%d %d\n", s[0], (s >> 4)[7]);
  v4l l = __builtin_convertvector(a, v4l) * 1000000007L;
  l[2] ^= l[1];
  printf("%ld %ld %ld %ld\n", l[0], l[1], l[2], l[3]);
  v2i h = half(a * b);
  printf("%d %d\n", h[0], h[1]);
  printf("%d %d\n", __builtin_reduce_add(b), __builtin_reduce_max(a));

  short x[37], y[37];
  unsigned char p[50];
  float from[29], to[29];
  for (int i = 0; i < 37; i++)
    x[i] = (short)(i * 91 - 700), y[i] = (short)(i * i);
  for (int i = 0; i < 50; i++)
    p[i] = (unsigned char)(i * 77);
  for (int i = 0; i < 29; i++)
    from[i] = (float)i / 4;
  printf("%d %d %g\n", dot(x, y, 37), largest(p, 50), scaled(to, from, 29, 1.5f));
  float total = 0;
  for (int i = 0; i < 29; i++)
    total += to[i];
  printf("%g\n", total);
  return 0;
}
