#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 3
#endif
#ifndef K
#define K 5
#endif
atomic_int c;
void *run(void *a) {
  for (int k = 0; k < K; k++)
    atomic_fetch_add(&c, 1);
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
