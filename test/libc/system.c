// What programs ask about the machine has an answer, the same in every run.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <execinfo.h>
#include <gnu/libc-version.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <malloc.h>
#include <pwd.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <syslog.h>
#include <unistd.h>

int main(void) {
  assert(atof(gnu_get_libc_version()) > 2);
  assert(sysconf(_SC_PAGESIZE) == 4096 && sysconf(_SC_PAGE_SIZE) == 4096);
  assert(sysconf(_SC_NPROCESSORS_ONLN) == 2 && sysconf(_SC_IOV_MAX) == IOV_MAX);
  assert(sysconf(_SC_THREAD_STACK_MIN) > 0 && sysconf(_SC_VERSION) == 200809);
  assert(sysconf(_SC_LEVEL1_DCACHE_LINESIZE) == 64);
  errno = 0;
  assert(sysconf(12345) == -1 && errno == EINVAL);
  char text[64];
  assert(confstr(_CS_GNU_LIBC_VERSION, text, sizeof text) && text[0] == 'g');
  assert(pathconf("/", _PC_NAME_MAX) == 255 && getdtablesize() == 1024);
  assert(getauxval(AT_PAGESZ) == 4096);
  struct rlimit limit;
  assert(!prlimit(0, RLIMIT_NOFILE, 0, &limit) && limit.rlim_cur);
  struct sysinfo info;
  assert(!sysinfo(&info) && info.totalram);
  cpu_set_t *set = CPU_ALLOC(64);
  size_t size = CPU_ALLOC_SIZE(64);
  CPU_ZERO_S(size, set);
  CPU_SET_S(3, size, set);
  assert(CPU_COUNT_S(size, set) == 1 && CPU_ISSET_S(3, size, set));
  CPU_FREE(set);
  cpu_set_t mine;
  assert(!sched_getaffinity(0, sizeof mine, &mine) && CPU_COUNT(&mine) == 2);
  assert(!strcmp(getpwuid(getuid())->pw_name, "user") && !getpwnam("root"));
  assert(setuid(0) == -1 && errno == EPERM && !setuid(1000));
  openlog("test", LOG_PID, LOG_USER);
  syslog(LOG_ERR, "a %s with %d", "message", 1);
  void *frames[4];
  assert(backtrace(frames, 4) == 0);
  free(backtrace_symbols(frames, 0));
  assert(mallopt(M_MMAP_THRESHOLD, 1) && !malloc_trim(0));
  assert(!strcmp(nl_langinfo(CODESET), "ANSI_X3.4-1968"));
  locale_t locale = newlocale(LC_ALL_MASK, "C", 0);
  assert(locale && !newlocale(LC_ALL_MASK, "xx_XX", 0) && uselocale(locale));
  assert(strtod_l("1.5", 0, locale) == 1.5);
  freelocale(locale);
  return 0;
}
