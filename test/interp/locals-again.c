// What one call makes on the stack and ends, the next one makes again at the same
// place: of the same size or another, one or many, left by a return or by a jump.
// RUN: %same %s
// RUN: %same %s -O1
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static jmp_buf out;

static int add(int *to, int n) { return *to += n; }

/// Deeper than what is remembered of locals.
static int deep(int n) {
  int one = n, three[3] = {n, n + 1, n + 2};
  const int below = n ? deep(n - 1) : 0;
  return below + add(&one, 1) + add(three, 2) + add(three + 2, 3);
}

/// More of them in one frame than are remembered.
static int wide(int n) {
  int a = n, b = n, c = n, d = n, e = n, f = n, g = n, h = n, i = n, j = n;
  int k = n, l = n, m = n, o = n, p = n, q = n, r = n, s = n, t = n, u = n;
  int *all[] = {&a, &b, &c, &d, &e, &f, &g, &h, &i, &j,
                &k, &l, &m, &o, &p, &q, &r, &s, &t, &u};
  int sum = 0;
  for (unsigned at = 0; at < sizeof(all) / sizeof(*all); ++at)
    sum += add(all[at], (int)at);
  return sum;
}

/// Another size at the same place in each call.
static int sized(int n) {
  char text[1 + n * 37 % 400];
  memset(text, 'a' + n % 26, sizeof(text));
  int last = text[sizeof(text) - 1];
  return add(&last, (int)sizeof(text));
}

static int jump(int n) {
  int mine = n;
  if (add(&mine, 1) % 3 == 0)
    longjmp(out, mine);
  return n ? jump(n - 1) + mine : mine;
}

/// The caller's local lives on, also where a callee writes it.
static int *larger(int *a, int *b) { return *a > *b ? a : b; }
static int choose(int n) {
  int a = n % 7, b = n % 5;
  *larger(&a, &b) += 100;
  return a * 1000 + b;
}

int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < 60; ++i) {
    sum = sum * 31 + (unsigned)deep(i);
    sum = sum * 31 + (unsigned)wide(i);
    sum = sum * 31 + (unsigned)sized(i);
    sum = sum * 31 + (unsigned)choose(i);
    const int jumped = setjmp(out);
    sum = sum * 31 + (unsigned)(jumped ? jumped : jump(i % 9));
    printf("%d %u\n", i, sum);
  }
  return 0;
}
