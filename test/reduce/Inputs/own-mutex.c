#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 4
#endif
#ifndef K
#define K 5
#endif
pthread_mutex_t m[N];
int c[N];
void *run(void *a) {
  long i = (long)a;
  for (int k = 0; k < K; k++) {
    pthread_mutex_lock(&m[i]);
    c[i]++;
    pthread_mutex_unlock(&m[i]);
  }
  return 0;
}
int main() {
  pthread_t t[N];
  for (long i = 0; i < N; i++)
    pthread_mutex_init(&m[i], 0);
  for (long i = 0; i < N; i++)
    pthread_create(&t[i], 0, run, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], 0);
  for (int i = 0; i < N; i++)
    assert(c[i] == K);
}
