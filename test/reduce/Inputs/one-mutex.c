#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 4
#endif
#ifndef K
#define K 10
#endif
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int c;
void *run(void *a) {
  for (int k = 0; k < K; k++) {
    pthread_mutex_lock(&m);
    c++;
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main() {
  pthread_t t[N];
  for (long i = 0; i < N; i++)
    pthread_create(&t[i], 0, run, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], 0);
  assert(c == K * N);
}
