//===- runtime/pthread/attributes.c - pthread_*attr_* ---------------------===//
//
// Attribute objects are plain data: what was set can be asked for again. Only
// the detach state, the kind and robustness of a mutex and the kind of a read-
// write lock change what rbcheck does (Threads.cpp, Mutex.cpp and RwLock.cpp in
// interp/models): every schedule is explored, so priorities change nothing.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/include/rbcheck_abi.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

/// Does nothing; who refers to it can tell whether a thread has ended.
void __rb_ends_matter(void);

// Threads ---------------------------------------------------------------------

_Static_assert(sizeof(struct rb_thread_attr) <= sizeof(pthread_attr_t), "");

static struct rb_thread_attr *thread(const pthread_attr_t *attr) {
  return (struct rb_thread_attr *)attr;
}

int pthread_attr_init(pthread_attr_t *attr) {
  struct rb_thread_attr fresh = {
      .magic = RB_ATTR_MAGIC, .stackSize = 8 << 20, .guardSize = 4096};
  *thread(attr) = fresh;
  return 0;
}

int pthread_attr_destroy(pthread_attr_t *attr) {
  thread(attr)->magic = RB_ATTR_DESTROYED;
  return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *attr, int state) {
  if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED)
    return EINVAL;
  thread(attr)->detached = state == PTHREAD_CREATE_DETACHED;
  return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *attr, int *state) {
  *state = thread(attr)->detached ? PTHREAD_CREATE_DETACHED
                                  : PTHREAD_CREATE_JOINABLE;
  return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attr, size_t size) {
  if (size < 16384)
    return EINVAL;
  thread(attr)->stackSize = size;
  return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *attr, size_t *size) {
  *size = thread(attr)->stackSize;
  return 0;
}

int pthread_attr_setstack(pthread_attr_t *attr, void *address, size_t size) {
  thread(attr)->stackAddress = address;
  return pthread_attr_setstacksize(attr, size);
}

int pthread_attr_getstack(const pthread_attr_t *attr, void **address,
                          size_t *size) {
  *address = thread(attr)->stackAddress;
  *size = thread(attr)->stackSize;
  return 0;
}

int pthread_attr_setguardsize(pthread_attr_t *attr, size_t size) {
  thread(attr)->guardSize = size;
  return 0;
}

int pthread_attr_getguardsize(const pthread_attr_t *attr, size_t *size) {
  *size = thread(attr)->guardSize;
  return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t *attr, int policy) {
  if (policy != SCHED_OTHER && policy != SCHED_FIFO && policy != SCHED_RR)
    return EINVAL;
  thread(attr)->policy = policy;
  return 0;
}

int pthread_attr_getschedpolicy(const pthread_attr_t *attr, int *policy) {
  *policy = thread(attr)->policy;
  return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *attr,
                               const struct sched_param *param) {
  thread(attr)->priority = param->sched_priority;
  return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *attr,
                               struct sched_param *param) {
  param->sched_priority = thread(attr)->priority;
  return 0;
}

int pthread_attr_setinheritsched(pthread_attr_t *attr, int inherit) {
  if (inherit != PTHREAD_INHERIT_SCHED && inherit != PTHREAD_EXPLICIT_SCHED)
    return EINVAL;
  thread(attr)->inherit = inherit;
  return 0;
}

int pthread_attr_getinheritsched(const pthread_attr_t *attr, int *inherit) {
  *inherit = thread(attr)->inherit;
  return 0;
}

int pthread_attr_setscope(pthread_attr_t *attr, int scope) {
  if (scope != PTHREAD_SCOPE_SYSTEM)
    return scope == PTHREAD_SCOPE_PROCESS ? ENOTSUP : EINVAL;
  thread(attr)->scope = scope;
  return 0;
}

int pthread_attr_getscope(const pthread_attr_t *attr, int *scope) {
  *scope = thread(attr)->scope;
  return 0;
}

int pthread_attr_setstackaddr(pthread_attr_t *attr, void *address) {
  thread(attr)->stackAddress = address;
  return 0;
}

int pthread_attr_getstackaddr(const pthread_attr_t *attr, void **address) {
  *address = thread(attr)->stackAddress;
  return 0;
}

int pthread_attr_setaffinity_np(pthread_attr_t *attr, size_t size,
                                const cpu_set_t *set) {
  // Whether there are such processors is looked at when a thread is made.
  thread(attr)->processors =
      size ? (*(const unsigned char *)set & 3) | RB_PROCESSORS_SET : 0;
  return 0;
}

int pthread_attr_getaffinity_np(const pthread_attr_t *attr, size_t size,
                                cpu_set_t *set) {
  pthread_getaffinity_np(0, size, set);
  if (thread(attr)->processors)
    *(unsigned char *)set = (unsigned char)(thread(attr)->processors & 3);
  return 0;
}

int __rb_is_detached(pthread_t of);

int pthread_getattr_np(pthread_t of, pthread_attr_t *attr) {
  pthread_attr_init(attr);
  thread(attr)->detached = __rb_is_detached(of);
  return 0;
}

int pthread_getattr_default_np(pthread_attr_t *attr) {
  return pthread_attr_init(attr);
}

// Mutexes, condition variables, read-write locks, barriers --------------------

/// Replaces the bits of `mask`.
static int setBits(void *attr, int mask, int bits) {
  int *word = attr;
  *word = (*word & ~mask) | bits;
  return 0;
}

static int getBits(const void *attr, int mask) {
  return *(const int *)attr & mask;
}

static int start(void *attr) {
  *(int *)attr = RB_SMALL_ATTR_TAG;
  return 0;
}

static int end(void *attr) {
  *(int *)attr = RB_ATTR_DESTROYED;
  return 0;
}

static int setShared(void *attr, int shared) {
  if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
    return EINVAL;
  return setBits(attr, RB_ATTR_SHARED,
                 shared == PTHREAD_PROCESS_SHARED ? RB_ATTR_SHARED : 0);
}

static int getShared(const void *attr, int *shared) {
  *shared = getBits(attr, RB_ATTR_SHARED) ? PTHREAD_PROCESS_SHARED
                                          : PTHREAD_PROCESS_PRIVATE;
  return 0;
}

int pthread_mutexattr_init(pthread_mutexattr_t *attr) { return start(attr); }
int pthread_mutexattr_destroy(pthread_mutexattr_t *attr) { return end(attr); }

int pthread_mutexattr_settype(pthread_mutexattr_t *attr, int type) {
  if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ADAPTIVE_NP)
    return EINVAL;
  return setBits(attr, RB_MUTEX_KIND_MASK, type);
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *attr, int *type) {
  *type = getBits(attr, RB_MUTEX_KIND_MASK);
  return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attr, int shared) {
  return setShared(attr, shared);
}

int pthread_mutexattr_getpshared(const pthread_mutexattr_t *attr,
                                 int *shared) {
  return getShared(attr, shared);
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attr, int protocol) {
  if (protocol != PTHREAD_PRIO_NONE && protocol != PTHREAD_PRIO_INHERIT &&
      protocol != PTHREAD_PRIO_PROTECT)
    return EINVAL;
  if (protocol == PTHREAD_PRIO_PROTECT &&
      !getBits(attr, RB_MUTEX_CEILING_MASK))
    setBits(attr, RB_MUTEX_CEILING_MASK, 1 << RB_MUTEX_CEILING_SHIFT);
  return setBits(attr, RB_ATTR_PROTOCOL_MASK,
                 protocol << RB_ATTR_PROTOCOL_SHIFT);
}

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attr,
                                  int *protocol) {
  *protocol = getBits(attr, RB_ATTR_PROTOCOL_MASK) >> RB_ATTR_PROTOCOL_SHIFT;
  return 0;
}

int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attr, int ceiling) {
  if (ceiling < 1 || ceiling > 99)
    return EINVAL;
  return setBits(attr, RB_MUTEX_CEILING_MASK,
                 ceiling << RB_MUTEX_CEILING_SHIFT);
}

int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *attr,
                                     int *ceiling) {
  int bits = getBits(attr, RB_MUTEX_CEILING_MASK) >> RB_MUTEX_CEILING_SHIFT;
  *ceiling = bits ? bits : 1;
  return 0;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robust) {
  __rb_ends_matter();
  if (robust != PTHREAD_MUTEX_STALLED && robust != PTHREAD_MUTEX_ROBUST)
    return EINVAL;
  return setBits(attr, RB_MUTEX_ROBUST,
                 robust == PTHREAD_MUTEX_ROBUST ? RB_MUTEX_ROBUST : 0);
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attr, int *robust) {
  *robust = getBits(attr, RB_MUTEX_ROBUST) ? PTHREAD_MUTEX_ROBUST
                                           : PTHREAD_MUTEX_STALLED;
  return 0;
}

int pthread_condattr_init(pthread_condattr_t *attr) { return start(attr); }
int pthread_condattr_destroy(pthread_condattr_t *attr) { return end(attr); }

int pthread_condattr_setpshared(pthread_condattr_t *attr, int shared) {
  return setShared(attr, shared);
}

int pthread_condattr_getpshared(const pthread_condattr_t *attr, int *shared) {
  return getShared(attr, shared);
}

int pthread_condattr_setclock(pthread_condattr_t *attr, clockid_t clock) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
    return EINVAL;
  return setBits(attr, RB_ATTR_CLOCK_MASK, clock << RB_ATTR_CLOCK_SHIFT);
}

int pthread_condattr_getclock(const pthread_condattr_t *attr,
                              clockid_t *clock) {
  *clock = getBits(attr, RB_ATTR_CLOCK_MASK) >> RB_ATTR_CLOCK_SHIFT;
  return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *attr) { return start(attr); }
int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attr) {
  return end(attr);
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attr, int shared) {
  return setShared(attr, shared);
}

int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *attr,
                                  int *shared) {
  return getShared(attr, shared);
}

int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attr, int kind) {
  if (kind < PTHREAD_RWLOCK_PREFER_READER_NP ||
      kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
    return EINVAL;
  return setBits(attr, RB_RWLOCK_KIND_MASK, kind);
}

int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attr,
                                  int *kind) {
  *kind = getBits(attr, RB_RWLOCK_KIND_MASK);
  return 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t *attr) {
  return start(attr);
}
int pthread_barrierattr_destroy(pthread_barrierattr_t *attr) {
  return end(attr);
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t *attr, int shared) {
  return setShared(attr, shared);
}

int pthread_barrierattr_getpshared(const pthread_barrierattr_t *attr,
                                   int *shared) {
  return getShared(attr, shared);
}
