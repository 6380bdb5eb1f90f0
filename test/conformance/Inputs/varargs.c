// Variadic functions: every class of argument, va_copy, many arguments, structs.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct Small { int a; char b; };
struct Doubles { double x, y; };
struct Large { long v[5]; };
struct IntAndFloat { long i; double f; };

static double total(const char *kinds, ...) {
  va_list list, again;
  va_start(list, kinds);
  va_copy(again, list);
  double sum = 0;
  for (int round = 1; round <= 2; round++) {
    va_list *from = round == 1 ? &list : &again;
    for (const char *k = kinds; *k; k++)
      switch (*k) {
      case 'i': sum += round * va_arg(*from, int); break;
      case 'u': sum += round * (double)va_arg(*from, unsigned); break;
      case 'l': sum += round * (double)va_arg(*from, long long); break;
      case 'd': sum += round * va_arg(*from, double); break;
      case 'D': sum += round * (double)va_arg(*from, long double); break;
      case 's': sum += round * (double)strlen(va_arg(*from, const char *)); break;
      case 'S': {
        struct Small s = va_arg(*from, struct Small);
        sum += s.a * s.b;
        break;
      }
      case 'P': {
        struct Doubles p = va_arg(*from, struct Doubles);
        sum += p.x - p.y;
        break;
      }
      case 'L': {
        struct Large large = va_arg(*from, struct Large);
        for (int i = 0; i < 5; i++)
          sum += (double)large.v[i] * (i + 1);
        break;
      }
      case 'M': {
        struct IntAndFloat m = va_arg(*from, struct IntAndFloat);
        sum += (double)m.i / m.f;
        break;
      }
      case 'W': {
        __int128 wide = va_arg(*from, __int128);
        sum += (double)(long)(wide >> 60);
        break;
      }
      }
  }
  va_end(again);
  va_end(list);
  return sum;
}

static int format(char *to, size_t size, const char *text, ...) {
  va_list list;
  va_start(list, text);
  int n = vsnprintf(to, size, text, list);
  va_end(list);
  return n;
}

static int next(va_list list) { return va_arg(list, int); }
static int handOver(int count, ...) {
  va_list list;
  va_start(list, count);
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum = sum * 10 + next(list);
  va_end(list);
  return sum;
}

int main(void) {
  struct Small s = {6, 7};
  struct Doubles p = {2.5, 1.25};
  struct Large large = {{1, 2, 3, 4, 5}};
  struct IntAndFloat m = {22, 7.0};
  printf("%.10g\n", total(""));
  printf("%.10g\n", total("iuld", -5, 4000000000u, 1LL << 40, 0.125));
  printf("%.10g\n", total("DsSPL", 3.75L, "four", s, p, large));
  printf("%.10g\n", total("MMW", m, m, (__int128)77 << 60));
  printf("%.10g\n", total("dddddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.,
                          11., 12.));
  printf("%.10g\n", total("iiiiiiiiiidSLDi", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0.5, s,
                          large, 1.5L, 100));
  char buffer[64];
  int n = format(buffer, sizeof buffer, "<%5d|%-6s|%08.3f|%c|%lx>", 42, "abc",
                 3.14159, 'z', 0xdeadbeefUL);
  printf("%d %s\n", n, buffer);
  printf("%d\n", format(buffer, 8, "%s", "too long for it"));
  printf("%s\n", buffer);
  printf("%d\n", handOver(5, 1, 2, 3, 4, 5));
  return 0;
}
