// Spin locks and read-write locks.
// RUN: %oracle SPIN
// SPIN: exit 2
// RUN: %oracle SPIN_AGAIN
// SPIN_AGAIN: error deadlock
// RUN: %oracle SPIN_FREE
// SPIN_FREE: error lock-misuse @spin
// RUN: %oracle RW
// RW: exit 2
// RUN: %oracle READ_WRITES
// READ_WRITES: error data-race @twin @twin | exit 1 | exit 2
// RUN: %oracle TRY_WRITE
// TRY_WRITE: exit 1 | exit 2
// RUN: %oracle UNLOCK_OTHERS
// UNLOCK_OTHERS: error lock-misuse @others
// RUN: %oracle UPGRADE
// UPGRADE: error deadlock
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_spinlock_t spin;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int n;
static void *work(void *arg) {
#if defined SPIN || defined SPIN_AGAIN
  pthread_spin_lock(&spin);
#ifdef SPIN_AGAIN
  pthread_spin_lock(&spin);
#endif
  n++;
  pthread_spin_unlock(&spin);
#elif defined SPIN_FREE
  pthread_spin_unlock(&spin); // @spin
#elif defined RW
  pthread_rwlock_wrlock(&lock);
  n++;
  pthread_rwlock_unlock(&lock);
  while (pthread_rwlock_tryrdlock(&lock) == EBUSY)
    ;
  int seen = n;
  pthread_rwlock_unlock(&lock);
  if (seen < 1 || seen > 2)
    n = 9;
#elif defined READ_WRITES
  pthread_rwlock_rdlock(&lock);
  n++; // @twin
  pthread_rwlock_unlock(&lock);
#elif defined TRY_WRITE
  if (pthread_rwlock_trywrlock(&lock) == 0) {
    n++;
    pthread_rwlock_unlock(&lock);
  }
#elif defined UPGRADE
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_wrlock(&lock);
#endif
  return arg;
}
#ifdef UNLOCK_OTHERS
static void *release(void *arg) {
  pthread_rwlock_unlock(&lock); // @others
  return arg;
}
#endif
int main(void) {
  pthread_t a, b;
  pthread_spin_init(&spin, 0);
#ifdef UNLOCK_OTHERS
  pthread_rwlock_rdlock(&lock);
  pthread_create(&a, 0, release, 0);
  pthread_join(a, 0);
#endif
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return n;
}
