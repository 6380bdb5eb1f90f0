// One thread writes data and tells, another one notices and reads. What counts
// is whether telling and noticing order the two, not whether a schedule has both
// at once: a race on something else is always there. Twins are neighbours.
// RUN: %python %S/order_variants.py rbcheck %clang %include %s %t.dir | FileCheck %s
// CHECK: 0 failures
//
// VARIANT confirmed | flag = 1; | flag
// VARIANT refuted   | atomic_store(&a, 1); | atomic_load(&a)
// VARIANT refuted   | | pthread_join(t, 0) == 0
// VARIANT refuted   | | pthread_tryjoin_np(t, 0) == 0
//
// Memory orders.
// VARIANT refuted   | STORE(1, release); | LOAD(acquire)
// VARIANT confirmed | STORE(1, relaxed); | LOAD(acquire)
// VARIANT confirmed | STORE(1, release); | LOAD(relaxed)
// VARIANT refuted   | FENCE(release); STORE(1, relaxed); | LOAD(relaxed) && FENCE(acquire)
// VARIANT confirmed | FENCE(acquire); STORE(1, relaxed); | LOAD(relaxed) && FENCE(acquire)
// VARIANT confirmed | FENCE(release); STORE(1, relaxed); | LOAD(relaxed) && FENCE(release)
// VARIANT confirmed | STORE(1, relaxed); FENCE(release); | LOAD(relaxed) && FENCE(acquire)
// VARIANT confirmed | FENCE(release); STORE(1, relaxed); | FENCE(acquire) && LOAD(relaxed)
// VARIANT confirmed | SIGNALFENCE(release); STORE(1, relaxed); | LOAD(acquire)
// VARIANT refuted   | STORE(1, release); ADD(1, relaxed); | LOAD(acquire) == 2
// VARIANT confirmed | STORE(1, release); STORE(2, relaxed); | LOAD(acquire) == 2
// VARIANT refuted   | ADD(1, release); | ADD(0, acquire)
// VARIANT confirmed | ADD(1, acquire); | ADD(0, acquire)
// VARIANT refuted   | EXCHANGE(0, 1); | LOAD(acquire)
// VARIANT confirmed | EXCHANGE(5, 1); flag = 1; | flag && LOAD(acquire) == 0
// VARIANT refuted   | STORE(1, release); | !EXCHANGE(0, 2)
//
// Locks. Taking one orders behind whoever gave it back, and nobody else.
// VARIANT refuted   | LOCKED(m, flag = 1); | LOCKED(m, flag)
// VARIANT confirmed | LOCKED(m, flag = 1); | flag
// VARIANT confirmed | LOCKED(m, flag = 1); | LOCKED(n, flag)
// VARIANT refuted   | pthread_mutex_lock(&m); flag = 1; pthread_mutex_unlock(&m); | pthread_mutex_trylock(&m) == 0 && flag
// VARIANT confirmed | pthread_mutex_lock(&m); | pthread_mutex_trylock(&m) == EBUSY
// VARIANT confirmed | pthread_mutex_lock(&m); flag = 1; pthread_mutex_unlock(&m); | flag && pthread_mutex_destroy(&m) == 0 && pthread_mutex_init(&m, 0) == 0 && LOCKED(m, 1)
//
// Readers do not order each other.
// VARIANT confirmed | READ(0); flag = 1; | flag && READ(1)
// VARIANT refuted   | READ(0); flag = 1; | flag && WRITE(1)
// VARIANT refuted   | WRITE(0); flag = 1; | flag && READ(1)
// VARIANT confirmed | READ(0); flag = 1; | flag && pthread_rwlock_tryrdlock(&w) == 0
// VARIANT refuted   | READ(0); flag = 1; | flag && pthread_rwlock_trywrlock(&w) == 0
//
// VARIANT refuted   | sem_post(&s); | sem_wait(&s) == 0
// VARIANT refuted   | sem_post(&s); | sem_trywait(&s) == 0
// VARIANT confirmed | sem_post(&s); flag = 1; | flag && sem_post(&s) == 0
// VARIANT confirmed | sem_wait(&v); flag = 1; | sem_trywait(&v) != 0
// VARIANT confirmed | sem_post(&s); | VALUE(s) == 1
//
// VARIANT refuted   | pthread_barrier_wait(&b); | pthread_barrier_wait(&b) <= 0
// VARIANT confirmed | flag = 1; pthread_barrier_wait(&b); | pthread_barrier_wait(&b) <= 0 && flag | pthread_barrier_wait(&b);
// VARIANT confirmed | flag = 1; | pthread_barrier_wait(&b) <= 0 && flag | pthread_barrier_wait(&b);
//
// VARIANT refuted   | pthread_once(&once, nothing); flag = 1; | flag && pthread_once(&once, nothing) == 0
// VARIANT confirmed | pthread_once(&once, nothing); flag = 1; | flag && pthread_once(&once, nothing) == 0 | pthread_once(&once, nothing);
//
// A signal orders nothing; the mutex of the wait does.
// VARIANT confirmed | flag = 1; pthread_cond_signal(&c); | LOCKED(m, WAIT)
// VARIANT refuted   | LOCKED(m, (flag = 1, pthread_cond_signal(&c))); | LOCKED(m, WAIT)
//
// VARIANT refuted   | SECTION(flag = 1); | SECTION(flag)
// VARIANT confirmed | SECTION(flag = 1); | flag
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <rbcheck.h>
#include <semaphore.h>
#include <stdatomic.h>
#define LOCKED(lock, what)                                                     \
  ({                                                                           \
    pthread_mutex_lock(&lock);                                                 \
    int result = what;                                                         \
    pthread_mutex_unlock(&lock);                                               \
    result;                                                                    \
  })
#define RW(word, value)                                                        \
  (pthread_rwlock_##word(&w), pthread_rwlock_unlock(&w), value)
#define READ(value) RW(rdlock, value)
#define WRITE(value) RW(wrlock, value)
#define STORE(value, order) atomic_store_explicit(&a, value, memory_order_##order)
#define LOAD(order) atomic_load_explicit(&a, memory_order_##order)
#define ADD(n, order) atomic_fetch_add_explicit(&a, n, memory_order_##order)
#define FENCE(order) (atomic_thread_fence(memory_order_##order), 1)
#define SIGNALFENCE(order) atomic_signal_fence(memory_order_##order)
#define EXCHANGE(old, new)                                                     \
  ({                                                                           \
    int expected = old;                                                        \
    atomic_compare_exchange_strong(&a, &expected, new);                        \
  })
#define VALUE(sem)                                                             \
  ({                                                                           \
    int value;                                                                 \
    sem_getvalue(&sem, &value);                                                \
    value;                                                                     \
  })
#define WAIT                                                                   \
  ({                                                                           \
    while (!flag)                                                              \
      pthread_cond_wait(&c, &m);                                               \
    1;                                                                         \
  })
#define SECTION(what)                                                          \
  ({                                                                           \
    rb_atomic_begin();                                                         \
    int result = what;                                                         \
    rb_atomic_end();                                                           \
    result;                                                                    \
  })
#ifndef TELL
#define TELL
#define NOTICED 1
#endif
#ifndef BEFORE
#define BEFORE
#endif
static int data, flag, noise;
static atomic_int a;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_barrier_t b;
static sem_t s, v;
static void nothing(void) {}
static void *writer(void *arg) {
  noise = 1;
  BEFORE
  data = 1; // WRITES
  TELL
  return arg;
}
int main(void) {
  pthread_t t;
  int seen = 0;
  sem_init(&s, 0, 0);
  sem_init(&v, 0, 1);
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&t, 0, writer, 0);
  seen = noise;
  if (NOTICED)
    seen += data; // READS
  return seen > 100;
}
