#include <pthread.h>
#include <stdlib.h>
struct config {
  int level;
};
static struct config *_Atomic config;

static void *reload(void *arg) {
  config = 0;
  config = calloc(1, sizeof(struct config));
  return arg;
}
int main(void) {
  pthread_t t;
  config = calloc(1, sizeof(struct config));
  pthread_create(&t, 0, reload, 0);
  int level = config->level;
  pthread_join(t, 0);
  return level;
}
