// Switches of every shape, computed goto, goto into loops, recursion, ?: chains.
#include <limits.h>
#include <stdio.h>

static int dense(int n) {
  int r = 0;
  switch (n) {
  case 0: r += 1; // falls through
  case 1: r += 10;
  case 2: r += 100; break;
  case 3: return -3;
  case 5: r = 5; goto out;
  default: r = -1;
  case 6: r *= 2;
  }
out:
  return r;
}

static const char *sparse(long long n) {
  switch (n) {
  case LLONG_MIN: return "min";
  case -1: return "minus one";
  case 0 ... 9: return "digit";
  case 1000000007: return "prime";
  case LLONG_MAX: return "max";
  }
  return "none";
}

static int byChar(unsigned char c) {
  switch (c) {
  case 'a' ... 'f': return c - 'a' + 10;
  case 'A' ... 'F': return c - 'A' + 10;
  case '0' ... '9': return c - '0';
  }
  return -1;
}

// A small stack machine with a table of labels.
static int machine(const char *code) {
  static void *table[] = {&&push, &&add, &&mul, &&dup, &&swap, &&end};
  int stack[16], top = 0, t;
  goto *table[*code++ - 'a'];
push:
  stack[top++] = *code++ - '0';
  goto *table[*code++ - 'a'];
add:
  top--, stack[top - 1] += stack[top];
  goto *table[*code++ - 'a'];
mul:
  top--, stack[top - 1] *= stack[top];
  goto *table[*code++ - 'a'];
dup:
  stack[top] = stack[top - 1], top++;
  goto *table[*code++ - 'a'];
swap:
  t = stack[top - 1], stack[top - 1] = stack[top - 2], stack[top - 2] = t;
  goto *table[*code++ - 'a'];
end:
  return stack[0];
}

// Duff's device.
static void copy(char *to, const char *from, int count) {
  int n = (count + 3) / 4;
  switch (count % 4) {
  case 0:
    do {
      *to++ = *from++;
    case 3: *to++ = *from++;
    case 2: *to++ = *from++;
    case 1: *to++ = *from++;
    } while (--n > 0);
  }
}

static int ackermann(int m, int n) {
  return m == 0 ? n + 1
                : ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}
static int isOdd(unsigned n);
static int isEven(unsigned n) { return n == 0 ? 1 : isOdd(n - 1); }
static int isOdd(unsigned n) { return n == 0 ? 0 : isEven(n - 1); }

static void hanoi(int n, int from, int to, int via, unsigned *sum) {
  if (n == 0)
    return;
  hanoi(n - 1, from, via, to, sum);
  *sum = *sum * 31 + (unsigned)(from * 3 + to);
  hanoi(n - 1, via, to, from, sum);
}

int main(void) {
  for (int i = -1; i < 8; i++)
    printf("%d ", dense(i));
  long long keys[] = {LLONG_MIN, -1, 0, 9, 10, 1000000007, LLONG_MAX};
  for (int i = 0; i < 7; i++)
    printf("%s, ", sparse(keys[i]));
  for (int c = 0; c < 256; c += 7)
    printf("%d ", byChar((unsigned char)c));
  printf("\n%d %d\n", machine("a3a4bdcf"), machine("a2a9a5ecbf"));
  char text[] = "eleven char", to[16] = {0};
  copy(to, text, 11);
  printf("%s %d %d %d\n", to, ackermann(2, 9), isEven(1000), isOdd(777));
  unsigned sum = 0;
  hanoi(10, 0, 2, 1, &sum);
  int loops = 0;
  for (int i = 0; i < 10; i++) {
    for (int j = 0;; j++) {
      if (j == 3) break;
      if (i == 4) goto next;
      if (j == i) continue;
      loops++;
    }
    if (i == 1) goto inside;
    while (loops < 20) {
      loops += 5;
    inside:
      loops++;
    }
  next:;
  }
  do loops--; while (loops > 25);
  printf("%u %d\n", sum, loops);
  return ackermann(1, 5);
}
