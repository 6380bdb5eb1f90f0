// The bank of bank.c without its deadlock.
//
// Every transfer takes the two locks in the same order, smaller account number
// first. So two threads can never wait for each other in a circle.
//
// Run:  rbcheck bank-fixed.c  (exit code 0: no error in any interleaving)
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
  int low = from < to ? from : to;
  int high = from < to ? to : from;
  pthread_mutex_lock(&accounts[low].lock); // always the smaller number first
  pthread_mutex_lock(&accounts[high].lock);

  accounts[from].balance -= amount;
  accounts[to].balance += amount;

  pthread_mutex_unlock(&accounts[high].lock);
  pthread_mutex_unlock(&accounts[low].lock);
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
