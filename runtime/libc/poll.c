//===- runtime/libc/poll.c - select and poll as ways to sleep -------------===//
//
// Without descriptors they wait for time to pass, which programs use as a
// sleep. There is nothing to wait for on descriptors: files are always ready,
// sockets and pipes do not exist. Tested by test/libc/poll.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <poll.h>
#include <sys/select.h>
#include <unistd.h>

void __rb_unsupported(const char *what);

static int sleepInstead(int hasDescriptors) {
  if (hasDescriptors)
    __rb_unsupported("waiting for descriptors (select, poll)");
  usleep(0);
  return 0;
}

int select(int count, fd_set *read, fd_set *write, fd_set *other,
           struct timeval *time) {
  (void)count, (void)time;
  return sleepInstead(read || write || other);
}
int pselect(int count, fd_set *read, fd_set *write, fd_set *other,
            const struct timespec *time, const sigset_t *mask) {
  (void)count, (void)time, (void)mask;
  return sleepInstead(read || write || other);
}
int poll(struct pollfd *descriptors, nfds_t count, int time) {
  (void)descriptors, (void)time;
  return sleepInstead(count != 0);
}
int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *time,
          const sigset_t *mask) {
  (void)descriptors, (void)time, (void)mask;
  return sleepInstead(count != 0);
}
