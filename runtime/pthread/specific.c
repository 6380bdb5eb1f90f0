//===- runtime/pthread/specific.c - Thread-specific data ------------------===//
//
// pthread_key_*, pthread_{get,set}specific and C11 tss_*. Values are thread-
// local, so using them is not visible. Keys are never used again once deleted:
// no stale value can come back. The table of destructors is shared; it is only
// accessed atomically. Using a key that there is not is EINVAL.
// Tested by test/models/specific*.c.
//
//===----------------------------------------------------------------------===//
#include "runtime/include/rbcheck_abi.h"
#include "runtime/pthread/thread-end.h"

#include <errno.h>
#include <pthread.h>
#include <threads.h>

enum { kKeys = 1024, kRounds = 4 };

static unsigned nextKey;
static void (*destructors[kKeys])(void *);
/// Who uses a key has learnt of it from who made it: not a matter of schedules.
__attribute__((section(RB_QUIET_SECTION))) static char isUsed[kKeys];

static _Thread_local void *values[kKeys];
static _Thread_local unsigned valuesEnd; // no value at or behind this key

/// Not when the process exits.
static void destroyValues(void) {
  int again = 1;
  for (int round = 0; again && round < kRounds; ++round) {
    again = 0;
    for (unsigned key = 0; key < valuesEnd; ++key) {
      void *value = values[key];
      if (!value)
        continue;
      values[key] = 0;
      void (*destroy)(void *) =
          __atomic_load_n(&destructors[key], __ATOMIC_SEQ_CST);
      if (destroy) {
        destroy(value);
        again = 1;
      }
    }
  }
}

int pthread_key_create(pthread_key_t *key, void (*destroy)(void *)) {
  unsigned fresh = __atomic_fetch_add(&nextKey, 1, __ATOMIC_SEQ_CST);
  if (fresh >= kKeys)
    return EAGAIN;
  if (destroy)
    __atomic_store_n(&destructors[fresh], destroy, __ATOMIC_SEQ_CST);
  isUsed[fresh] = 1;
  *key = fresh;
  return 0;
}

int pthread_key_delete(pthread_key_t key) {
  if (key >= kKeys || !isUsed[key])
    return EINVAL;
  isUsed[key] = 0;
  __atomic_store_n(&destructors[key], (void (*)(void *))0, __ATOMIC_SEQ_CST);
  values[key] = 0;
  return 0;
}

int pthread_setspecific(pthread_key_t key, const void *value) {
  if (key >= kKeys || !isUsed[key])
    return EINVAL;
  __rb_at_thread_end(destroyValues);
  values[key] = (void *)value;
  if (key >= valuesEnd)
    valuesEnd = key + 1;
  return 0;
}

void *pthread_getspecific(pthread_key_t key) {
  return key < kKeys ? values[key] : 0;
}

int tss_create(tss_t *key, tss_dtor_t destroy) {
  return pthread_key_create(key, destroy) ? thrd_error : thrd_success;
}

void tss_delete(tss_t key) { pthread_key_delete(key); }

int tss_set(tss_t key, void *value) {
  return pthread_setspecific(key, value) ? thrd_error : thrd_success;
}

void *tss_get(tss_t key) { return pthread_getspecific(key); }
