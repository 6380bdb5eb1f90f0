// Ownership goes through a queue: who has taken an item owns it. The twin is still
// written by who gave it away.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <pthread.h>
struct item {
  int right, wrong;
};
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static struct item *queue;
static void put(struct item *item) {
  pthread_mutex_lock(&mu);
  queue = item; // NORACE
  pthread_mutex_unlock(&mu);
}
static struct item *get(void) {
  pthread_mutex_lock(&mu);
  struct item *item = queue; // NORACE
  queue = 0;                 // NORACE
  pthread_mutex_unlock(&mu);
  return item;
}
static void *consumer(void *arg) {
  struct item *item = get();
  if (item) {
    item->right++; // NORACE
    item->wrong++; // RACE!
  }
  return arg;
}
int main(void) {
  pthread_t t;
  static struct item item;
  pthread_create(&t, 0, consumer, 0);
  item.right = 1; // NORACE
  put(&item);
  item.wrong = 1; // RACE!
  pthread_join(t, 0);
}
