// C11 and GNU atomics, inline assembly idioms, threads with one possible result.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int total;
static _Atomic unsigned char small = 250;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic(struct Pair { int a, b; }) pair;
static long counter;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
  int n = *(int *)arg;
  for (int i = 0; i < n; i++) {
    atomic_fetch_add(&total, i);
    pthread_mutex_lock(&mutex);
    counter += n;
    pthread_mutex_unlock(&mutex);
  }
  return (void *)(long)(n * n);
}

int main(void) {
  int expected = 0;
  printf("%d ", atomic_fetch_or(&total, 12)), printf("%d ", atomic_fetch_xor(&total, 5));
  printf("%d ", atomic_exchange(&total, 100)), printf("%d ", atomic_fetch_sub(&total, 1));
  printf("%d ", atomic_compare_exchange_strong(&total, &expected, 1));
  printf("%d ", expected);
  printf("%d ", atomic_compare_exchange_strong(&total, &expected, 0));
  printf("%d\n", atomic_load(&total));
  small += 10, small--;
  printf("%d %d %d\n", small, atomic_flag_test_and_set(&flag),
         atomic_flag_test_and_set(&flag));
  atomic_flag_clear(&flag);
  struct Pair p = {3, 4};
  atomic_store(&pair, p);
  p = atomic_load(&pair);
  long gnu = 10;
  printf("%d %d ", p.a, p.b);
  printf("%ld ", __sync_fetch_and_add(&gnu, 5)), printf("%ld ", __sync_add_and_fetch(&gnu, 5));
  printf("%ld ", __atomic_fetch_nand(&gnu, 7, __ATOMIC_SEQ_CST));
  printf("%d ", __sync_bool_compare_and_swap(&gnu, -5, 9));
  printf("%ld\n", __atomic_load_n(&gnu, __ATOMIC_ACQUIRE));
  __asm__ __volatile__("" ::: "memory");
  __asm__ __volatile__("mfence" ::: "memory");
  int hidden = 7;
  __asm__("" : "+r"(hidden));
  atomic_thread_fence(memory_order_seq_cst);

  int sizes[] = {5, 10, 20};
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, work, &sizes[i]);
  long results = 0;
  for (int i = 0; i < 3; i++) {
    void *result;
    pthread_join(threads[i], &result);
    results += (long)result;
  }
  printf("%d %ld %ld %d\n", atomic_load(&total), counter, results, hidden);
  return 0;
}
