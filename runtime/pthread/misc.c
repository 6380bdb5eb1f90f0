//===- runtime/pthread/misc.c - Names, priorities, processors -------------===//
//
// Calls that only steer the real scheduler. rbcheck tries all schedules, so
// they are accepted and change nothing.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

int pthread_equal(pthread_t a, pthread_t b) { return a == b; }

int pthread_setname_np(pthread_t thread, const char *name) {
  (void)thread;
  return strlen(name) < 16 ? 0 : ERANGE;
}

int pthread_getname_np(pthread_t thread, char *name, size_t size) {
  (void)thread;
  if (size < 16)
    return ERANGE;
  strcpy(name, "thread");
  return 0;
}

int pthread_setconcurrency(int level) { return level < 0 ? EINVAL : 0; }
int pthread_getconcurrency(void) { return 0; }

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

int sched_get_priority_min(int policy) { return policy == SCHED_OTHER ? 0 : 1; }
int sched_get_priority_max(int policy) {
  return policy == SCHED_OTHER ? 0 : 99;
}
int sched_getcpu(void) { return 0; }

/// There are two processors (see sysconf).
static int allProcessors(size_t size, cpu_set_t *set) {
  memset(set, 0, size);
  *(unsigned char *)set = 3;
  return 0;
}

int sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set) {
  (void)pid, (void)size, (void)set;
  return 0;
}
int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set) {
  (void)pid;
  return allProcessors(size, set);
}
int pthread_setaffinity_np(pthread_t thread, size_t size,
                           const cpu_set_t *set) {
  (void)thread, (void)size, (void)set;
  return 0;
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
