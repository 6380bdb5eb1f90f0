// <search.h>: trees, hash tables, lists and arrays.
// RUN: %same %s
#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}
static void show(const void *node, VISIT when, int depth) {
  (void)depth;
  if (when == postorder || when == leaf)
    printf("%d ", **(int *const *)node);
}
static void nothing(void *key) { (void)key; }

int main(void) {
  int keys[] = {5, 2, 8, 1, 9, 3}, six = 6;
  void *root = 0;
  for (int i = 0; i < 6; ++i)
    tsearch(&keys[i], &root, compare);
  twalk(root, show);
  printf("%d %d\n", **(int **)tfind(&keys[3], &root, compare),
         tfind(&six, &root, compare) != 0);
  tdelete(&keys[0], &root, compare), tdelete(&keys[3], &root, compare);
  printf("%d ", tdelete(&six, &root, compare) != 0);
  twalk(root, show);
  printf("\n");
  tdestroy(root, nothing);

  hcreate(10);
  char *names[] = {"one", "two", "three"};
  for (long i = 0; i < 3; ++i)
    hsearch((ENTRY){names[i], (void *)i}, ENTER);
  ENTRY *found = hsearch((ENTRY){"two", 0}, FIND);
  printf("%s %ld %d\n", found->key, (long)found->data,
         hsearch((ENTRY){"four", 0}, FIND) != 0);
  hdestroy();

  size_t count = 6;
  int more[8] = {5, 2, 8, 1, 9, 3};
  printf("%d ", lfind(&six, more, &count, sizeof six, compare) != 0);
  lsearch(&six, more, &count, sizeof six, compare);
  printf("%zu %d\n", count, more[6]);

  struct Element {
    struct Element *next, *previous;
    int value;
  } a = {0, 0, 1}, b = {0, 0, 2}, c = {0, 0, 3};
  insque(&a, 0), insque(&c, &a), insque(&b, &a), remque(&c);
  printf("%d %d\n", a.next->value, b.next == 0);
  return 0;
}
