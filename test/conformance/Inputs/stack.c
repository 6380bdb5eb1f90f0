// Variable-length arrays, alloca, compound literals, addresses of locals.
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long sumOf(int rows, int columns, int table[rows][columns]) {
  unsigned long sum = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      sum = sum * 3 + (unsigned long)table[i][j];
  return sum;
}

static unsigned long vla(int n) {
  int table[n][n + 1];
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= n; j++)
      table[i][j] = i * j - j;
  int (*row)[n + 1] = table + 1;
  (*row)[2] = 99;
  return sumOf(n, n + 1, table) + sizeof table + sizeof *row;
}

// The array is freed and made again in every round, with another size.
static unsigned rounds(int n) {
  unsigned h = 17;
  for (int i = 1; i < n; i++) {
    char text[i * 3];
    memset(text, 'a' + i % 26, sizeof text);
    text[i] = (char)i;
    for (size_t j = 0; j < sizeof text; j++)
      h = h * 33 + (unsigned char)text[j];
    if (i % 5 == 0)
      continue;
    if (h == 0)
      break;
  }
  return h;
}

struct Link { struct Link *next; int value; };

static unsigned chain(struct Link *next, int depth) {
  struct Link here = {next, depth};
  if (depth == 0) {
    unsigned sum = 0;
    for (struct Link *l = &here; l; l = l->next)
      sum = sum * 7 + (unsigned)l->value;
    return sum;
  }
  return chain(&here, depth - 1) + (unsigned)here.value;
}

static struct Link *onStack(int n) {
  struct Link *head = NULL;
  int sum = 0;
  for (int i = 0; i < n; i++) {
    struct Link *l = alloca(sizeof *l);
    l->next = head, l->value = i, head = l;
  }
  for (; head; head = head->next)
    sum += head->value * head->value;
  struct Link *result = malloc(sizeof *result);
  *result = (struct Link){NULL, sum};
  return result;
}

static int apply(int (*f)(int *), int *p) { return f(p) + *p; }
static int increment(int *p) { return ++*p; }

int main(void) {
  printf("%lu %lu %u %u\n", vla(2), vla(9), rounds(60), chain(NULL, 40));
  struct Link *l = onStack(100);
  printf("%d\n", l->value);
  free(l);
  int x = 3, *p = &(int){4};
  printf("%d %d\n", apply(increment, &x), apply(increment, p));
  const char *words[] = {"one", "two", [4] = "five"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    printf("%s ", words[i] ? words[i] : "-");
  int n = 5;
  int squares[n];
  for (int i = 0; i < n; i++)
    squares[i] = ({ int t = i * i; t + x; });
  printf("%d %zu\n", squares[4], sizeof squares);
  return 0;
}
