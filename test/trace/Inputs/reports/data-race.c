#include <pthread.h>
struct box {
  int size, used;
};
static struct box boxes[2];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void add(struct box *box) {
  box->used++;
}
static void *locked(void *arg) {
  pthread_mutex_lock(&m);
  add(&boxes[1]);
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, locked, 0);
  boxes[1].used = 0;
  pthread_join(t, 0);
}
