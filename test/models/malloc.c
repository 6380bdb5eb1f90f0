// The malloc family.
// RUN: rbcheck --run %s
// RUN: %exits 0 rbcheck %s

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *p = malloc(10);
  memset(p, 'x', 10);
  p = realloc(p, 100);
  for (int i = 0; i < 10; ++i)
    assert(p[i] == 'x');
  p = realloc(p, 5);
  assert(p[4] == 'x');
  free(p);
  free(0);

  int *numbers = calloc(7, sizeof *numbers);
  for (int i = 0; i < 7; ++i)
    assert(numbers[i] == 0);
  free(numbers);

  void *a = malloc(0), *b = malloc(0);
  assert(a != b);
  free(a);
  free(b);

  assert((uintptr_t)malloc(1) % 16 == 0);
  a = aligned_alloc(64, 128);
  assert((uintptr_t)a % 64 == 0);
  free(a);
  assert(posix_memalign(&a, 4096, 10) == 0);
  assert((uintptr_t)a % 4096 == 0);
  free(a);
  assert(posix_memalign(&a, 3, 10) == EINVAL);
  a = memalign(32, 10);
  assert(malloc_usable_size(a) >= 10);
  free(a);

  volatile size_t huge = SIZE_MAX / 2;
  errno = 0;
  assert(calloc(huge, 4) == 0 && errno == ENOMEM);
  assert(reallocarray(0, huge, 4) == 0);

  char *text = strdup("hello");
  assert(!strcmp(text, "hello"));
  free(text);
  text = strndup("hello", 2);
  assert(!strcmp(text, "he"));
  free(text);
}
