#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#ifndef N
#define N 7
#endif
#ifndef K
#define K 16
#endif
void *run(void *p) {
  int *b = p;
  for (int k = 0; k < K; k++)
    b[k] = k;
  return p;
}
int main() {
  pthread_t t[N];
  for (long i = 0; i < N; i++)
    pthread_create(&t[i], 0, run, malloc(K * sizeof(int)));
  int s = 0;
  for (int i = 0; i < N; i++) {
    void *p;
    pthread_join(t[i], &p);
    int *b = p;
    for (int k = 0; k < K; k++)
      s += b[k];
    free(p);
  }
  assert(s == N * K * (K - 1) / 2);
}
