//===- runtime/openmp/lock.c - OpenMP: locks ------------------------------===//
//
// Spin locks, which wait without turning. A lock of the program has 8 bytes, or 4
// in the header of another compiler, of which no more are touched. Nested locks
// know their owner. Tested by test/openmp/lock*.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/openmp/team.h"

#include <unistd.h>

struct NestLock {
  pthread_spinlock_t lock;
  uint16_t owner;
  uint16_t depth; ///< touched by the owner
};

void omp_init_lock(pthread_spinlock_t *lock) { pthread_spin_init(lock, 0); }
void omp_init_lock_with_hint(pthread_spinlock_t *lock, int hint) {
  (void)hint;
  omp_init_lock(lock);
}
void omp_destroy_lock(pthread_spinlock_t *lock) { pthread_spin_destroy(lock); }
void omp_set_lock(pthread_spinlock_t *lock) { pthread_spin_lock(lock); }
void omp_unset_lock(pthread_spinlock_t *lock) { pthread_spin_unlock(lock); }
int omp_test_lock(pthread_spinlock_t *lock) {
  return pthread_spin_trylock(lock) == 0;
}

static uint16_t selfNumber(void) { return (uint16_t)gettid(); }

static int isOwner(struct NestLock *lock) {
  uint16_t me = selfNumber();
  return __atomic_compare_exchange_n(&lock->owner, &me, me, 0, __ATOMIC_RELAXED,
                                     __ATOMIC_RELAXED);
}

static void setOwner(struct NestLock *lock, uint16_t owner) {
  __atomic_exchange_n(&lock->owner, owner, __ATOMIC_RELAXED);
}

void omp_init_nest_lock(struct NestLock *lock) {
  pthread_spin_init(&lock->lock, 0);
  lock->owner = lock->depth = 0;
}
void omp_init_nest_lock_with_hint(struct NestLock *lock, int hint) {
  (void)hint;
  omp_init_nest_lock(lock);
}
void omp_destroy_nest_lock(struct NestLock *lock) {
  pthread_spin_destroy(&lock->lock);
}
void omp_set_nest_lock(struct NestLock *lock) {
  if (!isOwner(lock)) {
    pthread_spin_lock(&lock->lock);
    setOwner(lock, selfNumber());
  }
  ++lock->depth;
}
int omp_test_nest_lock(struct NestLock *lock) {
  if (!isOwner(lock)) {
    if (pthread_spin_trylock(&lock->lock))
      return 0;
    setOwner(lock, selfNumber());
  }
  return ++lock->depth;
}
void omp_unset_nest_lock(struct NestLock *lock) {
  if (--lock->depth)
    return;
  setOwner(lock, 0);
  pthread_spin_unlock(&lock->lock);
}
