// A lock that is certainly held at both accesses refutes a race without a
// search, however it is taken; one that may not be held does not.
// RUN: %rbcc -D_GNU_SOURCE %s -o %t.bc
// RUN: %exits 0 rbcheck-pairs %t.bc | FileCheck %s
#include <pthread.h>
static int a, b, c, d, e, f, g, h, i, j, k, flag;
static pthread_mutex_t m, n, o, p, q, r, s, strict = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static struct {
  int id;
  pthread_mutex_t lock;
} box[2];

static void take(pthread_mutex_t *l) { pthread_mutex_lock(l); }
static void give(pthread_mutex_t *l) { pthread_mutex_unlock(l); }
static void quit(void) { pthread_mutex_unlock(&q); }
static void (*hook)(void) = quit;

static void held(void) {
  for (int round = 0; round < 2; round++) {
    take(&m);
    a++; // CHECK-DAG: excluded static-lock.c:[[#@LINE]] static-lock.c:[[#@LINE]] `m` is held at both (taken at static-lock.c:14){{$}}
    give(&m);
  }
  int busy = pthread_mutex_trylock(&m);
  if (!busy) {
    a++; // CHECK-DAG: excluded static-lock.c:[[#@LINE-5]] static-lock.c:[[#@LINE]] `m` is held at both
    pthread_mutex_unlock(&m);
  }
  pthread_rwlock_wrlock(&rw);
  b++; // CHECK-DAG: excluded static-lock.c:[[#@LINE]] static-lock.c:[[#@LINE]] `rw` is held at both
  pthread_rwlock_unlock(&rw);
  pthread_rwlock_rdlock(&rw);
  b = 1; // CHECK-DAG: excluded static-lock.c:[[#@LINE-3]] static-lock.c:[[#@LINE]] `rw` is held at both
  pthread_rwlock_unlock(&rw); // CHECK-DAG: open static-lock.c:[[#@LINE-1]] static-lock.c:[[#@LINE-1]]
  pthread_mutex_lock(&box[1].lock);
  c++; // CHECK-DAG: excluded static-lock.c:[[#@LINE]] static-lock.c:[[#@LINE]] `box[1].lock` is held at both (taken at static-lock.c:[[#@LINE-1]])
  pthread_mutex_unlock(&box[1].lock);
}

static void notHeld(void) {
  if (flag)
    pthread_mutex_lock(&n);
  d++; // CHECK-DAG: open static-lock.c:[[#@LINE]] static-lock.c:[[#@LINE]]
  if (flag)
    pthread_mutex_unlock(&n);
  pthread_mutex_trylock(&o);
  e++; // CHECK-DAG: open static-lock.c:[[#@LINE]] static-lock.c:[[#@LINE]]
  pthread_mutex_lock(&p);
  give(&p);
  f++; // CHECK-DAG: open static-lock.c:[[#@LINE]] static-lock.c:[[#@LINE]]
  pthread_mutex_lock(&q);
  hook();
  g++; // CHECK-DAG: open static-lock.c:[[#@LINE]] static-lock.c:[[#@LINE]]
  pthread_mutex_lock(&box[flag & 1].lock);
  h++; // CHECK-DAG: open static-lock.c:[[#@LINE]] static-lock.c:[[#@LINE]]
}

// Whoever unlocks what it does not hold may unlock it for the holder.
static void foreign(void) {
  pthread_mutex_unlock(&r);
  pthread_mutex_lock(&r);
  i++; // CHECK-DAG: open static-lock.c:[[#@LINE]] static-lock.c:[[#@LINE]]
  pthread_mutex_unlock(&r);
}

// Made again while others may hold it.
static void remade(void) {
  pthread_mutex_init(&s, 0);
  pthread_mutex_lock(&s);
  j++; // CHECK-DAG: open static-lock.c:[[#@LINE]] static-lock.c:[[#@LINE]]
  pthread_mutex_unlock(&s);
}

// A lock that refuses is held all the same, and the refusal is looked at.
static void refused(void) {
  pthread_mutex_lock(&strict);
  if (pthread_mutex_lock(&strict))
    k++; // CHECK-DAG: excluded static-lock.c:[[#@LINE]] static-lock.c:[[#@LINE]] `strict` is held at both
  pthread_mutex_unlock(&strict);
}

static void *thread(void *arg) {
  held();
  notHeld();
  foreign();
  remade();
  refused();
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, thread, 0);
  pthread_create(&u, 0, thread, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
