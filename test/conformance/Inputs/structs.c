// Structs passed and returned by value in every class of the x86-64 ABI.
#include <stdio.h>
#include <string.h>

struct One { char c; };
struct Pair { int a, b; };
struct Mixed { double d; int i; };
struct Floats { float x, y, z; };
struct Big { long v[9]; char name[11]; };
struct Odd { char c[7]; };
struct Wide { long double ld; short s; };
struct Empty {};
struct Nested { struct Pair p[2]; struct Odd o; union { int i; float f; } u; };

static struct One one(struct One o, int n) { o.c = (char)(o.c + n); return o; }
static struct Pair swap(struct Pair p) { return (struct Pair){p.b, p.a}; }
static struct Mixed scale(struct Mixed m, struct Mixed n) {
  m.d *= n.d;
  m.i -= n.i;
  return m;
}
static struct Floats cross(struct Floats a, struct Floats b) {
  return (struct Floats){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z,
                         a.x * b.y - a.y * b.x};
}
static struct Big shift(struct Big b, int by) {
  struct Big r = b;
  for (int i = 0; i < 9; i++)
    r.v[i] = b.v[(i + by) % 9];
  r.name[0]++;
  b.v[0] = -1; // a copy: the caller must not see it
  return r;
}
static struct Odd reverse(struct Odd o) {
  struct Odd r;
  for (int i = 0; i < 7; i++)
    r.c[i] = o.c[6 - i];
  return r;
}
static struct Wide widen(struct Wide w, struct Empty e, struct One o) {
  (void)e;
  w.ld = w.ld * 3 + o.c;
  w.s++;
  return w;
}
static struct Nested nest(int a, struct Nested n, double d, struct Pair p) {
  n.p[a & 1] = p;
  n.u.f = (float)d;
  return n;
}
// More than six integer and eight floating arguments: the rest on the stack.
static double many(int a, double b, struct Pair c, float d, long e, struct Mixed f,
                   double g, struct Floats h, char i, struct Big j, double k,
                   double l, double m, short n, struct Odd o, unsigned char p) {
  return a + b + c.a - c.b + d + (double)e + f.d + f.i + g + h.x + h.y + h.z + i +
         (double)j.v[3] + k + l + m + n + o.c[6] + p;
}

int main(void) {
  struct One o = one((struct One){'a'}, 3);
  printf("%c\n", o.c);
  struct Pair p = swap(swap(swap((struct Pair){17, -4})));
  printf("%d %d\n", p.a, p.b);
  struct Mixed m = scale((struct Mixed){1.5, 7}, (struct Mixed){-2.25, 9});
  printf("%g %d\n", m.d, m.i);
  struct Floats c = cross((struct Floats){1, 2, 3}, (struct Floats){-4, 5.5f, 6});
  printf("%g %g %g\n", c.x, c.y, c.z);
  struct Big b = {{1, 2, 3, 4, 5, 6, 7, 8, 9}, "big"};
  struct Big s = shift(shift(b, 2), 3);
  for (int i = 0; i < 9; i++)
    printf("%ld/%ld ", b.v[i], s.v[i]);
  printf("%s %s\n", b.name, s.name);
  struct Odd odd = reverse((struct Odd){"abcdef"});
  printf("%.6s %d\n", odd.c + 1, odd.c[0]);
  struct Wide w = widen((struct Wide){2.5L, 32767}, (struct Empty){}, o);
  printf("%Lg %d\n", w.ld, w.s);
  struct Nested n = nest(1, (struct Nested){{{1, 2}, {3, 4}}, odd, {.i = 9}}, 0.75, p);
  printf("%d %d %d %d %g\n", n.p[0].a, n.p[0].b, n.p[1].a, n.p[1].b, n.u.f);
  double d = many(1, 2.5, p, 3.5f, 4, m, 5.5, c, 6, b, 7.5, 8.5, 9.5, 10, odd, 250);
  printf("%.10g\n", d);
  struct Big (*indirect)(struct Big, int) = shift;
  printf("%ld\n", (*indirect)(b, 8).v[0]);
  struct Pair array[4] = {{1, 2}, {3, 4}}, copy[4];
  memcpy(copy, array, sizeof copy);
  copy[2] = copy[1], copy[3] = copy[0];
  return memcmp(copy, array, sizeof copy) ? copy[2].b : 0;
}
