#include <pthread.h>
#ifndef N
#define N 8
#endif
pthread_mutex_t f[N];
void *run(void *a) {
  long i = (long)a;
  long l = i, r = (i + 1) % N;
  if (l > r) {
    long x = l;
    l = r;
    r = x;
  }
  pthread_mutex_lock(&f[l]);
  pthread_mutex_lock(&f[r]);
  pthread_mutex_unlock(&f[r]);
  pthread_mutex_unlock(&f[l]);
  return 0;
}
int main() {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_mutex_init(&f[i], 0);
  for (long i = 0; i < N; i++)
    pthread_create(&t[i], 0, run, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], 0);
}
