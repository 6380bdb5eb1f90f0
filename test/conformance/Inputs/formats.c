// printf and its relatives: flags, widths, precisions, lengths, conversions.
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  int numbers[] = {0, 1, -1, 42, INT_MAX, INT_MIN};
  for (int i = 0; i < 6; i++) {
    int n = numbers[i];
    printf("[%d|%5d|%-5d|%05d|%+d|% d|%.3d|%8.4d|%x|%#X|%o|%#o|%u]\n", n, n, n, n, n,
           n, n, n, (unsigned)n, (unsigned)n, (unsigned)n, (unsigned)n, (unsigned)n);
  }
  printf("%hhd %hd %ld %lld %jd %zd %td\n", (signed char)-3, (short)-300, -3000000000L,
         LLONG_MIN, INTMAX_MAX, (ptrdiff_t)-1, (ptrdiff_t)7);
  printf("%hhu %hu %lu %llx %zu %ju\n", (unsigned char)200, (unsigned short)60000,
         ULONG_MAX, ULLONG_MAX, sizeof(int), UINTMAX_MAX);
  double values[] = {0.0, -0.0, 1.0, 0.1, 123456789.0, 1e-10, 9.9999995e20, 2.5, 3.5,
                     1.0 / 3, -1.0 / 0.0};
  for (int i = 0; i < 11; i++) {
    double d = values[i];
    printf("[%f|%.0f|%10.2f|%-12.3e|%E|%g|%G|%#g|%.3g|%+.1f|%012.4f|%a]\n", d, d, d, d,
           d, d, d, d, d, d, d, d);
  }
  printf("%f %g %F\n", 0.0 / 0.0 * 0 != 0 ? 1.0 : 2.0, 1e300 * 1e10, 1e300 * 1e10);
  printf("%Lf %.20Lg %Le\n", 1.5L, 0.1L, 12345.678L);
  printf("[%s|%10s|%-10s|%.2s|%5.1s|%c|%3c|%-3c|%%]\n", "text", "text", "text", "text",
         "text", 'c', 'c', 'c');
  printf("[%*d|%-*d|%.*f|%*.*s]\n", 6, 42, 6, 42, 2, 3.14159, 8, 3, "abcdef");
  printf("[%.*d|%*d]\n", -1, 5, -6, 7);
  printf("%p %d\n", NULL, (int)sizeof(void *));
  int sofar;
  printf("1234567%n", &sofar);
  printf(" %d\n", sofar);

  char b[32];
  int n = snprintf(b, sizeof b, "%s-%04d", "id", 7);
  printf("%d %s\n", n, b);
  n = snprintf(b, 5, "%d", 123456789);
  printf("%d %s\n", n, b);
  printf("%d\n", snprintf(NULL, 0, "%0100d", 1));
  printf("%d\n", sprintf(b, "%c%c%s", 'a', 'b', ""));
  puts(b);
  putchar('x'), putchar('\n');
  fputs("to stdout\n", stdout);
  fprintf(stdout, "%s\n", "fprintf");
  fwrite("raw\n", 1, 4, stdout);
  fputc('y', stdout), putc('\n', stdout);
  fflush(stdout);
  int a, count;
  unsigned h;
  char word[16];
  float f;
  count = sscanf("17 0xff word 2.5 rest", "%d %x %15s %f", &a, &h, word, &f);
  printf("%d %d %u %s %g\n", count, a, h, word, f);
  return 3;
}
