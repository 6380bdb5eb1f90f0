//===- runtime/libc/misc.c - Facts about the machine ----------------------===//
//
// The same in every run: process 1000 of user 1000, two processors, pages of
// 4096 bytes, no terminal, the "C" locale. Tested by test/models/misc.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
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
int fdatasync(int fd) { return fsync(fd); }

pid_t getpgrp(void) { return 1000; }
pid_t getpgid(pid_t pid) {
  (void)pid;
  return 1000;
}
pid_t getsid(pid_t pid) {
  (void)pid;
  return 1000;
}
mode_t umask(mode_t mask) {
  (void)mask;
  return 022;
}

int gethostname(char *to, size_t size) {
  strncpy(to, "localhost", size);
  return 0;
}

int uname(struct utsname *to) {
  memset(to, 0, sizeof *to);
  strcpy(to->sysname, "Linux");
  strcpy(to->nodename, "localhost");
  strcpy(to->release, "6.1.0");
  strcpy(to->version, "#1");
  strcpy(to->machine, "x86_64");
  return 0;
}

int getrlimit(__rlimit_resource_t resource, struct rlimit *to) {
  (void)resource;
  to->rlim_cur = to->rlim_max = RLIM_INFINITY;
  return 0;
}
int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) {
  (void)resource, (void)limit;
  return 0;
}
int getpriority(__priority_which_t which, id_t who) {
  (void)which, (void)who;
  return 0;
}
int setpriority(__priority_which_t which, id_t who, int priority) {
  (void)which, (void)who, (void)priority;
  return 0;
}
int nice(int by) {
  (void)by;
  return 0;
}
int prctl(int option, ...) {
  (void)option;
  return 0;
}
int getloadavg(double *to, int count) {
  for (int i = 0; i < count; ++i)
    to[i] = 0;
  return count;
}

struct lconv *localeconv(void) {
  static char empty[] = "", point[] = ".";
  static struct lconv conventions = {
      point, empty, empty, empty, empty,    empty,    empty,    empty,
      empty, empty, 127,   127,   127,      127,      127,      127,
      127,   127,   127,   127,   127,      127,      127,      127};
  return &conventions;
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
