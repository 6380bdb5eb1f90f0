// To copy what was never written is no error, nor to compute with it where the
// result does not depend on it.
// RUN: %exits 0 rbcheck --uninitialised=report %s | FileCheck %s
// RUN: %exits 0 rbcheck --uninitialised=report --search=dpor %s | FileCheck %s
// RUN: %exits 0 rbcheck --uninitialised=report --memory-model=tso %s | FileCheck %s
// RUN: %exits 0 rbcheck --uninitialised=report --memory-model=c11 %s | FileCheck %s
// RUN: %rbcc -O1 %s -o %t.bc
// RUN: %exits 0 rbcheck --uninitialised=report %t.bc | FileCheck %s
// CHECK: no-error
// CHECK-NOT: Not exact
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct padded {
  char tag;
  int number;
  short last;
};
struct flags {
  unsigned low : 3, high : 9;
  int rest : 20;
};
union word {
  struct padded padded;
  unsigned char bytes[sizeof(struct padded)];
};

static struct padded passed(struct padded given) {
  given.last = 3;
  return given;
}

static int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int all = 0;
  for (int i = 0; i < count; ++i)
    all += va_arg(list, struct padded).number;
  va_end(list);
  return all;
}

static void *read(void *arg) {
  struct padded own = *(struct padded *)arg;
  assert(own.number == 2 && own.last == 3);
  *(struct padded *)arg = own;
  return arg;
}

static void copies(void) {
  struct padded some, *heap = malloc(2 * sizeof *heap);
  some.tag = 1;
  some.number = 2;
  heap[0] = some; // without `last`
  heap[1] = passed(heap[0]);
  memcpy(&some, &heap[1], sizeof some);
  heap = realloc(heap, 3 * sizeof *heap);
  assert(heap[1].last == 3 && some.tag == 1 && sum(2, some, heap[1]) == 4);
  pthread_t thread;
  pthread_create(&thread, 0, read, &heap[1]);
  pthread_join(thread, 0);
  free(heap);
}

static void bits(void) {
  struct flags flags;
  flags.low = 5;
  flags.rest = -3;
  assert(flags.low == 5 && flags.rest == -3);
  flags.high = 300;
  assert(flags.high == 300 && flags.low == 5);
  unsigned unset, mixed;
  memcpy(&mixed, &unset, sizeof mixed);
  mixed = (mixed & ~0xffu) | 0x12;
  assert((mixed & 0xff) == 0x12 && (unset & 0) == 0 && (unset | ~0u) == ~0u);
  assert((unsigned char)(mixed << 4) == 0x20 && (mixed & 0xf) < 3);
  union word word;
  word.padded.tag = 7;
  assert(word.bytes[0] == 7);
  for (unsigned i = 0; i < sizeof word.bytes; ++i)
    word.bytes[i] = (unsigned char)i;
  assert(word.padded.number == 0x07060504);
}

/// What lies behind the end of a string is not looked at.
static void strings(void) {
  char text[64], other[64];
  strcpy(text, "hello");
  strcat(text, "!");
  assert(strlen(text) == 6 && strcmp(text, "hello!") == 0);
  assert(strchr(text, '!') == text + 5 && strstr(text, "lo") == text + 3);
  snprintf(other, sizeof other, "%s %d", text, 3);
  assert(strncmp(other, text, 6) == 0 && strcmp(other, text) > 0);
  assert(memcmp(other, "a", 1) != 0 && memcmp(text, "x......", 7) != 0);
  assert(memchr(text, 'l', sizeof text) == text + 2);
  char *copy = strdup(text);
  printf("%s %.3s\n", copy, other);
  free(copy);
  int *zeros = calloc(4, sizeof(int));
  assert(zeros[3] == 0);
  free(zeros);
}

int main(void) {
  static int counter;
  copies();
  bits();
  strings();
  return counter;
}
