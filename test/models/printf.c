// The format language of printf, compared with a native run.
// RUN: %clang -w %s -o %t
// RUN: %t > %t.native
// RUN: rbcheck --run %s > %t.run
// RUN: diff %t.native %t.run

#define _GNU_SOURCE
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void list(const char *format, ...) {
  char buffer[256];
  va_list arguments, copy;
  va_start(arguments, format);
  va_copy(copy, arguments);
  vprintf(format, arguments);
  int n = vsnprintf(buffer, sizeof buffer, format, copy);
  printf("%d %s", n, buffer);
  va_end(copy);
  va_end(arguments);
}

int main(void) {
  char buffer[64];
  int count;
  signed char small = -1;
  printf("plain %% text\n");
  printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d]\n", 1, 2, 3, 4, 5, 6);
  printf("[%i] [%u] [%o] [%x] [%X] [%#x] [%#o]\n", -1, -1, 8, 255, 255, 255, 8);
  printf("[%hhd] [%hhu] [%hd] [%hu]\n", 300, 300, 70000, 70000);
  printf("[%ld] [%lu] [%lld] [%llx]\n", LONG_MIN, ULONG_MAX, LLONG_MAX, ~0ull);
  printf("[%zu] [%zd] [%jd] [%td]\n", (size_t)7, (ssize_t)-7, (intmax_t)-8,
         (ptrdiff_t)9);
  printf("[%c] [%3c] [%-3c] [%s] [%8s] [%-8s] [%.2s] [%.*s]\n", 'a', 'b', 'c',
         "str", "right", "left", "cut", 3, "precision");
  printf("[%*d] [%-*d] [%*d] [%.3d] [%8.3d]\n", 6, 1, 6, 2, -6, 3, 7, 8);
  printf("[%f] [%.2f] [%10.3f] [%-10.1f] [%e] [%g] [%G]\n", 3.14159, 2.71828,
         1.5, 2.25, 12345.678, 0.0001, 1e20);
  printf("[%a] [%E] [%F] [%.0f] [%#.0f]\n", 1.0, 1.5, 2.5, 3.5, 4.5);
  printf("[%f] [%f] [%F]\n", 1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0);
  printf("[%Lf] [%.3Lg] [%Le]\n", 1.25L, 2.5L, 3.75L);
  printf("[%s] [%p]\n", (char *)0, (void *)0);
  printf("[%d] [%d]\n", small, sizeof(int) > 2);
  printf("12345%n|\n", &count);
  printf("%d\n", count);
  printf("%d\n", snprintf(buffer, 5, "%s", "too long"));
  puts(buffer);
  printf("%d\n", sprintf(buffer, "%d-%d", 12, 34));
  puts(buffer);
  printf("%d\n", snprintf(0, 0, "%200d", 1));
  list("%d %s %f %ld %c %Lf %d %d %d %g\n", 1, "two", 3.0, 4L, '5', 6.0L, 7, 8,
       9, 10.5);
  char *made;
  asprintf(&made, "<%s>", "made");
  puts(made);
  free(made);
  printf("[%300s]\n", "wide");
  fprintf(stdout, "%s %d\n", "stdout", 1);
  fputs("fputs\n", stdout);
  fputc('c', stdout);
  putchar('\n');
  fwrite("fwrite\n", 1, 7, stdout);
  fflush(stdout);
  dprintf(1, "dprintf %d\n", 2);
}
