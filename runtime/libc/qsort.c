//===- runtime/libc/qsort.c - Sorting -------------------------------------===//
//
// A merge sort, stable as glibc's, so that programs which rely on it by
// accident behave as they do natively. Tested by test/models/qsort.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

typedef int (*Compare)(const void *, const void *, void *);

struct Sort {
  Compare compare;
  void *context;
  size_t size;
  char *space; // as large as the array
};

/// Few items, or no space to merge: moves each to its place.
static void insert(const struct Sort *sort, char *base, size_t count) {
  size_t size = sort->size;
  for (size_t i = 1; i < count; ++i)
    for (char *item = base + i * size;
         item > base && sort->compare(item - size, item, sort->context) > 0;
         item -= size)
      for (size_t byte = 0; byte < size; ++byte) {
        char other = item[byte];
        item[byte] = item[byte - size];
        item[byte - size] = other;
      }
}

static void merge(const struct Sort *sort, char *base, size_t count) {
  if (count <= 4 || !sort->space) {
    insert(sort, base, count);
    return;
  }
  size_t size = sort->size, half = count / 2;
  char *middle = base + half * size, *end = base + count * size;
  merge(sort, base, half);
  merge(sort, middle, count - half);
  char *out = sort->space, *left = base, *right = middle;
  while (left < middle && right < end) {
    char **from =
        sort->compare(left, right, sort->context) <= 0 ? &left : &right;
    memcpy(out, *from, size);
    out += size;
    *from += size;
  }
  memcpy(out, left, (size_t)(middle - left));
  out += middle - left;
  memcpy(base, sort->space, (size_t)(out - sort->space));
}

void qsort_r(void *base, size_t count, size_t size, Compare compare,
             void *context) {
  if (count < 2 || size == 0)
    return;
  struct Sort sort = {compare, context, size, 0};
  if (count > 4)
    sort.space = malloc(count * size);
  merge(&sort, base, count);
  free(sort.space);
}

static int plain(const void *a, const void *b, void *compare) {
  return ((int (*)(const void *, const void *))compare)(a, b);
}

void qsort(void *base, size_t count, size_t size,
           int (*compare)(const void *, const void *)) {
  qsort_r(base, count, size, plain, (void *)compare);
}
