//===- runtime/libc/system.c - More facts about the machine ---------------===//
//
// What programs ask before they start: limits, versions, users. The same in
// every run, as in misc.c: glibc 2.36 on an x86-64 without extensions, user
// 1000 named "user". Tested by test/libc/system.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <errno.h>
#include <gnu/libc-version.h>
#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

const char *gnu_get_libc_version(void) { return "2.36"; }
const char *gnu_get_libc_release(void) { return "stable"; }

/// What __builtin_cpu_supports looks at: cmov, sse and sse2 only.
struct {
  unsigned vendor, type, subtype, features[1];
} __cpu_model = {1, 0, 0, {1u << 0 | 1u << 3 | 1u << 4}};
unsigned __cpu_features2[3];
int __cpu_indicator_init(void) { return 0; }

unsigned long getauxval(unsigned long type) {
  switch (type) {
  case AT_PAGESZ:
    return 4096;
  case AT_CLKTCK:
    return 100;
  case AT_UID:
  case AT_EUID:
  case AT_GID:
  case AT_EGID:
    return 1000;
  default:
    errno = ENOENT;
    return 0;
  }
}

// Limits ------------------------------------------------------------------------------

long sysconf(int name) {
  switch (name) {
  case _SC_PAGESIZE:
    return 4096;
  case _SC_NPROCESSORS_CONF:
  case _SC_NPROCESSORS_ONLN:
    return 2;
  case _SC_CLK_TCK:
    return 100;
#ifdef _SC_SIGSTKSZ
  case _SC_MINSIGSTKSZ:
    return 2048;
  case _SC_SIGSTKSZ:
    return 8192;
#endif
  case _SC_OPEN_MAX:
    return 1024;
  case _SC_PHYS_PAGES:
  case _SC_AVPHYS_PAGES:
    return 1 << 20;
  case _SC_LEVEL1_DCACHE_LINESIZE:
  case _SC_LEVEL1_ICACHE_LINESIZE:
  case _SC_LEVEL2_CACHE_LINESIZE:
  case _SC_LEVEL3_CACHE_LINESIZE:
    return 64;
  case _SC_LEVEL1_DCACHE_SIZE:
  case _SC_LEVEL1_ICACHE_SIZE:
    return 32 << 10;
  case _SC_LEVEL2_CACHE_SIZE:
    return 1 << 20;
  case _SC_LEVEL3_CACHE_SIZE:
    return 8 << 20;
  case _SC_LEVEL1_DCACHE_ASSOC:
    return 8;
  case _SC_VERSION:
  case _SC_2_VERSION:
  case _SC_THREADS:
  case _SC_THREAD_SAFE_FUNCTIONS:
  case _SC_THREAD_ATTR_STACKADDR:
  case _SC_THREAD_ATTR_STACKSIZE:
  case _SC_THREAD_PROCESS_SHARED:
  case _SC_THREAD_PRIORITY_SCHEDULING:
  case _SC_TIMEOUTS:
  case _SC_TIMERS:
  case _SC_MONOTONIC_CLOCK:
  case _SC_CLOCK_SELECTION:
  case _SC_CPUTIME:
  case _SC_THREAD_CPUTIME:
  case _SC_BARRIERS:
  case _SC_SPIN_LOCKS:
  case _SC_READER_WRITER_LOCKS:
  case _SC_SEMAPHORES:
  case _SC_MAPPED_FILES:
  case _SC_MEMLOCK:
  case _SC_MEMLOCK_RANGE:
  case _SC_MEMORY_PROTECTION:
  case _SC_SHARED_MEMORY_OBJECTS:
  case _SC_FSYNC:
  case _SC_REALTIME_SIGNALS:
  case _SC_ASYNCHRONOUS_IO:
  case _SC_IPV6:
    return 200809;
  case _SC_XOPEN_VERSION:
    return 700;
  case _SC_JOB_CONTROL:
  case _SC_SAVED_IDS:
  case _SC_REGEXP:
  case _SC_SHELL:
    return 1;
  case _SC_ARG_MAX:
    return 2 << 20;
  case _SC_CHILD_MAX:
    return 1 << 14;
  case _SC_HOST_NAME_MAX:
    return 64;
  case _SC_LOGIN_NAME_MAX:
    return 256;
  case _SC_LINE_MAX:
    return 2048;
  case _SC_NGROUPS_MAX:
    return 65536;
  case _SC_IOV_MAX:
    return 1024;
  case _SC_STREAM_MAX:
    return 16;
  case _SC_SYMLOOP_MAX:
  case _SC_AIO_MAX:
  case _SC_SEM_NSEMS_MAX:
  case _SC_TIMER_MAX:
  case _SC_THREAD_THREADS_MAX:
  case _SC_MQ_OPEN_MAX:
    return -1; // no limit: errno stays as it is
  case _SC_TTY_NAME_MAX:
    return 32;
  case _SC_TZNAME_MAX:
    return 6;
  case _SC_THREAD_KEYS_MAX:
    return 1024;
  case _SC_THREAD_STACK_MIN:
    return 16384;
  case _SC_THREAD_DESTRUCTOR_ITERATIONS:
    return 4;
  case _SC_SEM_VALUE_MAX:
    return INT_MAX;
  case _SC_RTSIG_MAX:
    return 32;
  case _SC_DELAYTIMER_MAX:
    return INT_MAX;
  case _SC_ATEXIT_MAX:
    return INT_MAX;
  case _SC_GETPW_R_SIZE_MAX:
  case _SC_GETGR_R_SIZE_MAX:
    return 1024;
  case _SC_BC_BASE_MAX:
    return 99;
  case _SC_COLL_WEIGHTS_MAX:
    return 255;
  case _SC_EXPR_NEST_MAX:
    return 32;
  case _SC_RE_DUP_MAX:
    return 32767;
  default:
    errno = EINVAL;
    return -1;
  }
}
long __sysconf(int name) { return sysconf(name); }

long pathconf(const char *name, int what) {
  (void)name;
  switch (what) {
  case _PC_NAME_MAX:
    return 255;
  case _PC_PATH_MAX:
  case _PC_PIPE_BUF:
    return 4096;
  case _PC_LINK_MAX:
    return 127;
  default:
    errno = EINVAL;
    return -1;
  }
}
long fpathconf(int fd, int what) {
  (void)fd;
  return pathconf("", what);
}

size_t confstr(int name, char *to, size_t size) {
  const char *text = name == _CS_PATH                 ? "/bin:/usr/bin"
                     : name == _CS_GNU_LIBC_VERSION   ? "glibc 2.36"
                     : name == _CS_GNU_LIBPTHREAD_VERSION ? "NPTL 2.36"
                                                      : 0;
  if (!text) {
    errno = EINVAL;
    return 0;
  }
  size_t needed = strlen(text) + 1;
  if (size) {
    strncpy(to, text, size);
    to[size - 1] = 0;
  }
  return needed;
}

int getdtablesize(void) { return 1024; }
int getrlimit64(__rlimit_resource_t resource, struct rlimit64 *to) {
  return getrlimit(resource, (struct rlimit *)to);
}
int setrlimit64(__rlimit_resource_t resource, const struct rlimit64 *limit) {
  return setrlimit(resource, (const struct rlimit *)limit);
}
int prlimit(pid_t process, enum __rlimit_resource resource,
            const struct rlimit *limit, struct rlimit *old) {
  (void)process;
  if (old)
    getrlimit(resource, old);
  return limit ? setrlimit(resource, limit) : 0;
}

int sysinfo(struct sysinfo *to) {
  memset(to, 0, sizeof *to);
  to->uptime = 1;
  to->totalram = to->freeram = 4ul << 30;
  to->procs = 1;
  to->mem_unit = 1;
  return 0;
}
long get_phys_pages(void) { return 1 << 20; }
long get_avphys_pages(void) { return 1 << 20; }
int getdomainname(char *to, size_t size) {
  strncpy(to, "(none)", size);
  return 0;
}
long gethostid(void) { return 0x7f0101; }

// Sets of processors --------------------------------------------------------------

cpu_set_t *__sched_cpualloc(size_t count) {
  return malloc(CPU_ALLOC_SIZE(count));
}
void __sched_cpufree(cpu_set_t *set) { free(set); }

// Users ---------------------------------------------------------------------------------

static char userName[] = "user", folder[] = "/program", shell[] = "/bin/sh",
            secret[] = "x", nothing[] = "";
static char *noMembers[] = {0};

static const struct passwd user = {userName, secret, 1000,  1000,
                                   nothing,  folder, shell};
static const struct group users = {userName, secret, 1000, noMembers};

struct passwd *getpwuid(uid_t number) {
  return number == user.pw_uid ? (struct passwd *)&user : 0;
}
struct passwd *getpwnam(const char *name) {
  return strcmp(name, userName) ? 0 : (struct passwd *)&user;
}
static int giveUser(int isFound, struct passwd *to, struct passwd **found) {
  *to = user;
  *found = isFound ? to : 0;
  return 0;
}
int getpwuid_r(uid_t number, struct passwd *to, char *room, size_t size,
               struct passwd **found) {
  (void)room, (void)size;
  return giveUser(number == user.pw_uid, to, found);
}
int getpwnam_r(const char *name, struct passwd *to, char *room, size_t size,
               struct passwd **found) {
  (void)room, (void)size;
  return giveUser(!strcmp(name, userName), to, found);
}
struct group *getgrgid(gid_t number) {
  return number == users.gr_gid ? (struct group *)&users : 0;
}
struct group *getgrnam(const char *name) {
  return strcmp(name, userName) ? 0 : (struct group *)&users;
}
int getgroups(int size, gid_t list[]) {
  if (size)
    list[0] = 1000;
  return 1;
}
char *getlogin(void) { return userName; }
int getlogin_r(char *to, size_t size) {
  if (size < sizeof userName)
    return ERANGE;
  strcpy(to, userName);
  return 0;
}

/// Nobody may become somebody else.
static int become(unsigned number) {
  if (number == 1000 || number == (unsigned)-1)
    return 0;
  errno = EPERM;
  return -1;
}
int setuid(uid_t number) { return become(number); }
int seteuid(uid_t number) { return become(number); }
int setgid(gid_t number) { return become(number); }
int setegid(gid_t number) { return become(number); }
int setreuid(uid_t real, uid_t effective) {
  return become(real) ? -1 : become(effective);
}
int setregid(gid_t real, gid_t effective) {
  return become(real) ? -1 : become(effective);
}
int getresuid(uid_t *real, uid_t *effective, uid_t *saved) {
  *real = *effective = *saved = 1000;
  return 0;
}
int getresgid(gid_t *real, gid_t *effective, gid_t *saved) {
  *real = *effective = *saved = 1000;
  return 0;
}
pid_t setsid(void) { return 1000; }
int setpgid(pid_t process, pid_t group) {
  (void)process, (void)group;
  return 0;
}
