#include <pthread.h>
static void *fill(void *arg) {
  *(int *)arg = 1;
  return 0;
}
static pthread_t begin(void) {
  pthread_t t;
  int result;
  pthread_create(&t, 0, fill, &result);
  return t;
}
int main(void) {
  pthread_join(begin(), 0);
}
