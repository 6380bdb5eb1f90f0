// Heap objects made by one thread and used by another, in turn.
#include <pthread.h>
#include <stdlib.h>
static void *make(void *arg) {
  int *p = malloc(sizeof *p);
  *p = *(int *)arg + 1;
  return p;
}
int main(void) {
  pthread_t s, t;
  int one = 1, two = 2;
  void *a, *b;
  pthread_create(&s, 0, make, &one);
  pthread_create(&t, 0, make, &two);
  pthread_join(s, &a);
  pthread_join(t, &b);
  int sum = *(int *)a + *(int *)b;
  free(a);
  free(b);
  return sum;
}
