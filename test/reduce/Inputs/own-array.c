#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 8
#endif
#ifndef K
#define K 16
#endif
int a[N * K];
void *run(void *p) {
  int *b = p;
  for (int k = 0; k < K; k++)
    b[k] = k;
  return 0;
}
int main() {
  pthread_t t[N];
  for (long i = 0; i < N; i++)
    pthread_create(&t[i], 0, run, a + i * K);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], 0);
  int s = 0;
  for (int i = 0; i < N * K; i++)
    s += a[i];
  assert(s == N * K * (K - 1) / 2);
}
