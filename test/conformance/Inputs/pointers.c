// Function pointers, pointer arithmetic and casts, unions, linked data, globals.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*Operation)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static const struct { const char *name; Operation run; } operations[] = {
    {"add", add}, {"sub", sub}, {"mul", mul}};
static Operation pick(const char *name) {
  for (size_t i = 0; i < 3; i++)
    if (!strcmp(operations[i].name, name))
      return operations[i].run;
  return NULL;
}

union Value { double d; uint64_t u; int32_t i[2]; char c[8]; void *p; };

struct Tree { struct Tree *left, *right; int key; };
static struct Tree *insert(struct Tree *t, int key) {
  if (!t) {
    t = calloc(1, sizeof *t);
    t->key = key;
  } else if (key < t->key) {
    t->left = insert(t->left, key);
  } else if (key > t->key) {
    t->right = insert(t->right, key);
  }
  return t;
}
static unsigned walk(struct Tree *t, unsigned h, int depth) {
  if (!t)
    return h * 3 + 1;
  h = walk(t->left, h, depth + 1) * 31 + (unsigned)(t->key ^ depth);
  h = walk(t->right, h, depth + 1);
  free(t);
  return h;
}

static int matrix[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
static int *const middle = &matrix[1][2];
static const char *const text = "global text";
static char *tail = (char *)"abcdef" + 2;
static struct Self { struct Self *self; int n; } self = {&self, 12};
static _Thread_local int local = 40;
static int counter(void) { static int n = 5; return n++; }
extern int weakSymbol(void) __attribute__((weak));
__attribute__((constructor)) static void early(void) { self.n += 1; }

int main(void) {
  int acc = 1;
  const char *names[] = {"add", "mul", "sub", "mul", "add"};
  for (int i = 0; i < 5; i++)
    acc = pick(names[i])(acc, i + 3);
  printf("%d %d %d\n", acc, pick("none") == NULL, pick("add") == add);
  union Value v = {.d = 1.0};
  printf("%llx %d %d\n", (unsigned long long)v.u, v.i[1], v.c[7]);
  v.c[6] = 0x10, v.i[0] = 1;
  printf("%.17g\n", v.d);

  struct Tree *tree = NULL;
  unsigned r = 7;
  for (int i = 0; i < 200; i++)
    tree = insert(tree, (int)((r = r * 1664525u + 1013904223u) >> 24));
  printf("%u\n", walk(tree, 1, 0));

  int *p = &matrix[0][0], *q = &matrix[2][3];
  printf("%td %d %d %d\n", q - p, *middle, p[5], *(q - 4));
  printf("%d %d %d\n", p < q, middle - p == 6, &matrix[1] + 1 == &matrix[2]);
  uintptr_t address = (uintptr_t)middle;
  int *tagged = (int *)(address | 1);
  printf("%d %d\n", (int)((uintptr_t)tagged & 1), *(int *)((uintptr_t)tagged & ~(uintptr_t)1));
  unsigned char *bytes = (unsigned char *)&matrix[2][0];
  printf("%d %d\n", bytes[0], bytes[4]);
  printf("%s %s %d %d\n", text + 7, tail, self.self->self->n, ++local);
  printf("%d %d %d\n", counter(), counter(), counter());
  printf("%d\n", weakSymbol == NULL);
  char *end = (char *)malloc(10) + 10;
  end[-1] = 'e';
  printf("%c\n", *(end - 1));
  free(end - 10);
  void *table[64];
  for (int i = 0; i < 64; i++)
    *(int *)(table[i] = malloc(sizeof(int) * (size_t)(i + 1))) = i;
  int sum = 0;
  for (int i = 0; i < 64; i += 2)
    free(table[i]), table[i] = realloc(table[i + 1], 1000);
  for (int i = 0; i < 64; i += 2)
    sum += *(int *)table[i], free(table[i]);
  printf("%d\n", sum);
  return 0;
}
