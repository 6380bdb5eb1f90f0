// Calendar arithmetic and strftime.
// RUN: %native %s -o %t.exe && %t.exe > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc > %t.ours
// RUN: diff %t.native %t.ours
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>

static void show(time_t time) {
  struct tm parts;
  char text[512];
  gmtime_r(&time, &parts);
  printf("%ld %d-%d-%d %d:%d:%d %d %d %ld\n", (long)time, parts.tm_year,
         parts.tm_mon, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
         parts.tm_wday, parts.tm_yday, (long)timegm(&parts));
  strftime(text, sizeof text,
           "%a %A %b %B %c|%C %d %D %e %F %g %G %h %H %I %j %k %l %m %M %n %p "
           "%P %r %R %s %S %t %T %u %U %V %w %W %x %X %y %Y %z %Z %% %Ey %Od",
           &parts);
  puts(text);
  printf("%s", asctime(&parts));
  printf("%s", ctime(&time));
}

int main(void) {
  time_t times[] = {0, 1, -1, 951782400, 951868799, 1700000000, 1709164800,
                    -2208988800, 4102444800, 253402300799, -62135596800,
                    1230768000, 1104537600, 1419984000, 946684800};
  for (size_t i = 0; i < sizeof times / sizeof *times; ++i)
    show(times[i]);
  for (int day = 0; day < 3000; day += 1) {
    time_t time = day * 86400l * 5;
    struct tm parts;
    char text[32];
    gmtime_r(&time, &parts);
    strftime(text, sizeof text, "%G-%V-%u %U %W", &parts);
    if (day % 7 == 0)
      puts(text);
  }
  struct tm odd = {.tm_year = 123, .tm_mon = 14, .tm_mday = -3, .tm_hour = 49,
                   .tm_min = -5, .tm_sec = 3700};
  printf("%ld %d %d %d %d\n", (long)mktime(&odd), odd.tm_year, odd.tm_mon,
         odd.tm_mday, odd.tm_hour);
  printf("%g\n", difftime(100, 40));
  char small[4];
  printf("%zu\n", strftime(small, sizeof small, "%Y", &odd));
  return 0;
}
