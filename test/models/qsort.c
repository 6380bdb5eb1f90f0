// Sorting and searching.
// RUN: rbcheck --run %s
// RUN: %exits 0 rbcheck %s

#include <assert.h>
#include <stdlib.h>

struct item {
  int key, order;
};

static int compare(const void *a, const void *b) {
  return ((const struct item *)a)->key - ((const struct item *)b)->key;
}

int main(void) {
  struct item items[50];
  for (int i = 0; i < 50; ++i) {
    items[i].key = i * 7 % 10;
    items[i].order = i;
  }
  qsort(items, 50, sizeof *items, compare);
  for (int i = 1; i < 50; ++i)
    assert(items[i - 1].key < items[i].key ||
           (items[i - 1].key == items[i].key &&
            items[i - 1].order < items[i].order));
  struct item key = {3, 0}, missing = {99, 0};
  struct item *found = bsearch(&key, items, 50, sizeof *items, compare);
  assert(found && found->key == 3);
  assert(!bsearch(&missing, items, 50, sizeof *items, compare));
  qsort(items, 0, sizeof *items, compare);
}
