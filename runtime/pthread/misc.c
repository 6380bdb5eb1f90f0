//===- runtime/pthread/misc.c - Names, priorities, processors -------------===//
//
// Calls that only steer the real scheduler. rbcheck tries all schedules, so
// they are accepted and change nothing.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <rbcheck.h>
#include <sched.h>
#include <string.h>

int pthread_equal(pthread_t a, pthread_t b) { return a == b; }

enum { kThreads = 2048, kName = 16 };
static char names[kThreads][kName]; // by handle; touched in atomic sections

int pthread_setname_np(pthread_t thread, const char *name) {
  if (thread >= kThreads)
    return ENOENT;
  if (strlen(name) >= kName)
    return ERANGE;
  rb_atomic_begin();
  strcpy(names[thread], name);
  rb_atomic_end();
  return 0;
}

int pthread_getname_np(pthread_t thread, char *name, size_t size) {
  if (thread >= kThreads)
    return ENOENT;
  if (size < kName)
    return ERANGE;
  rb_atomic_begin();
  strcpy(name, *names[thread] ? names[thread] : "program");
  rb_atomic_end();
  return 0;
}

int pthread_atfork(void (*prepare)(void), void (*parent)(void),
                   void (*child)(void)) {
  (void)prepare, (void)parent, (void)child; // no process is ever forked
  return 0;
}

int __register_atfork(void (*prepare)(void), void (*parent)(void),
                      void (*child)(void), void *object) {
  (void)object;
  return pthread_atfork(prepare, parent, child);
}

int pthread_getcpuclockid(pthread_t thread, clockid_t *clock) {
  (void)thread;
  *clock = CLOCK_THREAD_CPUTIME_ID;
  return 0;
}

static int concurrency; // touched in atomic sections

int pthread_setconcurrency(int level) {
  if (level < 0)
    return EINVAL;
  rb_atomic_begin();
  concurrency = level;
  rb_atomic_end();
  return 0;
}
int pthread_getconcurrency(void) {
  rb_atomic_begin();
  const int level = concurrency;
  rb_atomic_end();
  return level;
}

int pthread_setschedparam(pthread_t thread, int policy,
                          const struct sched_param *param) {
  (void)thread, (void)policy, (void)param;
  return 0;
}

int pthread_getschedparam(pthread_t thread, int *policy,
                          struct sched_param *param) {
  (void)thread;
  *policy = SCHED_OTHER;
  param->sched_priority = 0;
  return 0;
}

int pthread_setschedprio(pthread_t thread, int priority) {
  (void)thread, (void)priority;
  return 0;
}

static int isRealTime(int policy) {
  return policy == SCHED_FIFO || policy == SCHED_RR;
}
int sched_get_priority_min(int policy) { return isRealTime(policy) ? 1 : 0; }
int sched_get_priority_max(int policy) { return isRealTime(policy) ? 99 : 0; }
int sched_getcpu(void) { return 0; }

int sched_setscheduler(pid_t pid, int policy, const struct sched_param *param) {
  (void)pid, (void)policy, (void)param;
  return 0;
}
int sched_getscheduler(pid_t pid) {
  (void)pid;
  return SCHED_OTHER;
}
int sched_setparam(pid_t pid, const struct sched_param *param) {
  (void)pid, (void)param;
  return 0;
}
int sched_getparam(pid_t pid, struct sched_param *param) {
  (void)pid;
  param->sched_priority = 0;
  return 0;
}
int sched_rr_get_interval(pid_t pid, struct timespec *interval) {
  (void)pid;
  interval->tv_sec = 0;
  interval->tv_nsec = 100000000;
  return 0;
}

/// There are two processors (see sysconf).
static int allProcessors(size_t size, cpu_set_t *set) {
  memset(set, 0, size);
  *(unsigned char *)set = 3;
  return 0;
}

static int hasProcessor(size_t size, const cpu_set_t *set) {
  return size && (*(const unsigned char *)set & 3);
}

int sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set) {
  (void)pid;
  if (hasProcessor(size, set))
    return 0;
  errno = EINVAL;
  return -1;
}
int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set) {
  (void)pid;
  return allProcessors(size, set);
}
int pthread_setaffinity_np(pthread_t thread, size_t size,
                           const cpu_set_t *set) {
  (void)thread;
  return hasProcessor(size, set) ? 0 : EINVAL;
}
int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) {
  (void)thread;
  return allProcessors(size, set);
}
int __sched_cpucount(size_t size, const cpu_set_t *set) {
  int count = 0;
  for (size_t i = 0; i < size; ++i)
    for (unsigned byte = ((const unsigned char *)set)[i]; byte; byte >>= 1)
      count += byte & 1;
  return count;
}
