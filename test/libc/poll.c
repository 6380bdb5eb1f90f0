// select without descriptors is a sleep: others may run meanwhile, and a
// thread can be cancelled there. Files and standard streams are always ready.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/select.h>

static void *work(void *unused) {
  struct timeval time = {0, 1000};
  for (;;)
    select(0, 0, 0, 0, &time);
  return unused;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, work, 0);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  assert(poll(0, 0, 10) == 0);
  assert(select(-1, 0, 0, 0, 0) == -1 && errno == EINVAL);
  int file = open("file", O_RDWR | O_CREAT, 0600);
  struct pollfd all[4] = {
      {0, POLLIN, 0}, {file, POLLOUT, 0}, {-1, POLLIN, 0}, {99, POLLIN, 0}};
  assert(poll(all, 4, -1) == 3);
  assert(all[0].revents == POLLIN && all[1].revents == POLLOUT);
  assert(all[2].revents == 0 && all[3].revents == POLLNVAL);
  return 0;
}
