//===- runtime/libc/misc.c - Facts about the machine ----------------------===//
//
// The same in every run: process 1000 of user 1000, two processors, pages of
// 4096 bytes, no terminal, the "C" locale, signals that never come.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

// Single-threaded shortcuts of libstdc++ must never be taken.
// A constant: asking is no access to shared memory.
const char __libc_single_threaded = 0;

pid_t getpid(void) { return 1000; }
pid_t getppid(void) { return 1; }
uid_t getuid(void) { return 1000; }
uid_t geteuid(void) { return 1000; }
gid_t getgid(void) { return 1000; }
gid_t getegid(void) { return 1000; }
int getpagesize(void) { return 4096; }
int get_nprocs(void) { return 2; }
int get_nprocs_conf(void) { return 2; }

int isatty(int fd) {
  (void)fd;
  errno = ENOTTY;
  return 0;
}

int fsync(int fd) {
  (void)fd;
  return 0;
}

long sysconf(int name) {
  switch (name) {
  case _SC_PAGESIZE:
    return 4096;
  case _SC_NPROCESSORS_CONF:
  case _SC_NPROCESSORS_ONLN:
    return 2;
  case _SC_CLK_TCK:
    return 100;
  case _SC_OPEN_MAX:
    return 1024;
  case _SC_PHYS_PAGES:
  case _SC_AVPHYS_PAGES:
    return 1 << 20;
  case _SC_LEVEL1_DCACHE_LINESIZE:
    return 64;
  case _SC_THREADS:
  case _SC_MONOTONIC_CLOCK:
    return 200809;
  default:
    errno = EINVAL;
    return -1;
  }
}

char *setlocale(int category, const char *name) {
  (void)category;
  if (!name || !*name || !strcmp(name, "C") || !strcmp(name, "POSIX"))
    return "C";
  return 0;
}

int getrusage(__rusage_who_t who, struct rusage *usage) {
  (void)who;
  memset(usage, 0, sizeof *usage);
  return 0;
}

static int setMask(sigset_t *old) {
  if (old)
    memset(old, 0, sizeof *old);
  return 0;
}

int sigemptyset(sigset_t *set) {
  memset(set, 0, sizeof *set);
  return 0;
}
int sigfillset(sigset_t *set) {
  memset(set, 255, sizeof *set);
  return 0;
}
int sigaddset(sigset_t *set, int number) {
  set->__val[(number - 1) / 64] |= 1ul << (number - 1) % 64;
  return 0;
}
int sigdelset(sigset_t *set, int number) {
  set->__val[(number - 1) / 64] &= ~(1ul << (number - 1) % 64);
  return 0;
}
int sigismember(const sigset_t *set, int number) {
  return (int)(set->__val[(number - 1) / 64] >> (number - 1) % 64 & 1);
}
int sigprocmask(int how, const sigset_t *set, sigset_t *old) {
  (void)how, (void)set;
  return setMask(old);
}
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old) {
  (void)how, (void)set;
  return setMask(old);
}
