// What one thread can see of an eventfd.
// RUN: %same %s
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define SHOW(call)                                                             \
  (errno = 0, printf("%s = %ld", #call, (long)(call)), printf(", %d\n", errno))

int main(void) {
  uint64_t value = 5;
  int fd = eventfd(3, EFD_NONBLOCK);
  struct pollfd one = {fd, POLLIN | POLLOUT, 0};
  SHOW(read(fd, &value, 4));
  SHOW(read(fd, &value, 8));
  SHOW(value);
  SHOW(read(fd, &value, 8));
  SHOW(poll(&one, 1, 0));
  SHOW(one.revents);
  value = UINT64_MAX;
  SHOW(write(fd, &value, 8));
  value = UINT64_MAX - 1;
  SHOW(write(fd, &value, 8));
  SHOW(poll(&one, 1, 0));
  SHOW(one.revents);
  SHOW(eventfd_write(fd, 1));
  SHOW(eventfd_read(fd, &value));
  SHOW(value == UINT64_MAX - 1);
  SHOW(lseek(fd, 0, SEEK_SET));
  SHOW(eventfd(0, 1 << 20));
  return 0;
}
