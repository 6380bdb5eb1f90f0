// Who asks for the time first sees the earlier one; nothing else makes a difference.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
static atomic_int started[2];
static long timeOf(int thread) {
  struct timespec now;
  started[thread] = 1;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
static void *run(void *arg) {
  *(long *)arg = timeOf(1);
  return 0;
}
int main(void) {
  pthread_t thread;
  long theirs;
  pthread_create(&thread, 0, run, &theirs);
  long mine = timeOf(0);
  pthread_join(thread, 0);
#ifdef THEIRS_FIRST
  assert(theirs < mine);
#elif defined(MINE_FIRST)
  assert(mine < theirs);
#else
  assert(mine != theirs);
#endif
}
