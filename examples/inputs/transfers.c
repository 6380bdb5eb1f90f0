//===- examples/inputs/transfers.c - Transfers of any amount --------------===//
//
// Two threads move any amount between two accounts. No amount and no schedule
// makes money, or an account that is below zero. In transfers-broken.c a sum
// overflows for large amounts.
//
//===----------------------------------------------------------------------===//
#include <pthread.h>
#include <rbcheck.h>

#ifndef HAS_ROOM
#define HAS_ROOM(account, amount) ((account) <= kMost - (amount))
#endif

enum { kMost = 30000 };

static short accounts[2] = {20000, 20000};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void move(int from, int to, short amount) {
  if (amount <= 0)
    return;
  pthread_mutex_lock(&lock);
  if (accounts[from] >= amount && HAS_ROOM(accounts[to], amount)) {
    accounts[from] = (short)(accounts[from] - amount);
    accounts[to] = (short)(accounts[to] + amount);
    rb_assert(accounts[to] >= 0, "no account is below zero");
  }
  pthread_mutex_unlock(&lock);
}

static void *there(void *unused) {
  move(0, 1, rb_nondet_short());
  return unused;
}

static void *back(void *unused) {
  move(1, 0, rb_nondet_short());
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, there, 0);
  pthread_create(&b, 0, back, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
