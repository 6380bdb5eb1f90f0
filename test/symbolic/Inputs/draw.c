// Two threads draw any amount; LOCKED: without another one in between.
#include <assert.h>
#include <pthread.h>
#include <rbcheck.h>

static int balance = 100;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *draw(void *unused) {
  int amount = rb_nondet_int();
  if (amount <= 0)
    return unused;
  pthread_mutex_lock(&lock);
  int isEnough = balance >= amount;
#ifndef LOCKED
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
#endif
  if (isEnough)
    balance -= amount;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, draw, 0);
  pthread_create(&b, 0, draw, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(balance >= 0);
}
