// A bank with a deadlock: two transfers in opposite directions.
//
// Each account has a lock, and a transfer takes both locks, so no money is ever
// lost. But it takes them in the order (from, to). When one thread has locked
// account 0 and the other account 1, each waits for the other forever.
//
// Run:  rbcheck bank.c        (exit code 1: rbcheck shows how it happens)
// The fix is in bank-fixed.c, a few lines apart.
#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account accounts[2] = {
    {PTHREAD_MUTEX_INITIALIZER, 100},
    {PTHREAD_MUTEX_INITIALIZER, 100},
};

static void transfer(int from, int to, int amount) {
  pthread_mutex_lock(&accounts[from].lock);
  pthread_mutex_lock(&accounts[to].lock); // the other thread may hold this one

  accounts[from].balance -= amount;
  accounts[to].balance += amount;

  pthread_mutex_unlock(&accounts[to].lock);
  pthread_mutex_unlock(&accounts[from].lock);
}

static void *alice(void *unused) {
  transfer(0, 1, 30);
  return unused;
}

static void *bob(void *unused) {
  transfer(1, 0, 50);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, alice, 0);
  pthread_create(&second, 0, bob, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);

  assert(accounts[0].balance + accounts[1].balance == 200);
  return 0;
}
