#include <pthread.h>

static int ready, payload[2];
static void publish(int value) {
  ready = 1;
  payload[1] = value;
}
static void *writer(void *arg) {
  publish(42);
  return arg;
}
static void *reader(void *arg) {
  int copy = payload[1];
  (void)copy;
  return arg;
}
int main(void) {
  pthread_t w, r;
  pthread_create(&w, 0, writer, 0);
  pthread_create(&r, 0, reader, 0);
  pthread_join(w, 0);
  pthread_join(r, 0);
}
