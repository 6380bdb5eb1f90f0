// Time moves on and sleeping returns.
// RUN: rbcheck --run %s
// Another course of the clocks could take another path.
// RUN: %exits 0 rbcheck --accept=time %s
// RUN: %exits 2 rbcheck %s | FileCheck %s
// CHECK: inconclusive: {{.*}}(--accept=time)

#include <assert.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  struct timespec a, b, pause = {0, 1000};
  struct timeval v;
  assert(clock_gettime(CLOCK_MONOTONIC, &a) == 0);
  assert(gettimeofday(&v, 0) == 0);
  assert(time(0) >= v.tv_sec);
  assert(usleep(10) == 0 && nanosleep(&pause, 0) == 0);
  do
    clock_gettime(CLOCK_MONOTONIC, &b);
  while (b.tv_sec == a.tv_sec && b.tv_nsec < a.tv_nsec + 1000000);
  assert(clock() >= 0);
}
