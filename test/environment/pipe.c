// What one thread can see of pipes: order, sizes, ends, errors.
// RUN: %same %s
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define SHOW(call)                                                             \
  (errno = 0, printf("%s = %ld", #call, (long)(call)), printf(", %d\n", errno))

static char big[70000];

int main(void) {
  int ends[2], count;
  char text[32] = "";
  struct stat status;
  SHOW(pipe(ends));
  SHOW(ends[0] < ends[1]);
  SHOW(write(ends[1], "hello", 5));
  SHOW(write(ends[1], " world", 6));
  SHOW(ioctl(ends[0], FIONREAD, &count));
  SHOW(count);
  SHOW(read(ends[0], text, 3));
  SHOW(read(ends[0], text + 3, sizeof text));
  puts(text);
  SHOW(write(ends[0], text, 1));
  SHOW(read(ends[1], text, 1));
  SHOW(lseek(ends[0], 0, SEEK_CUR));
  SHOW(fstat(ends[0], &status));
  SHOW(S_ISFIFO(status.st_mode));
  SHOW(fcntl(ends[0], F_GETFL));
  SHOW(fcntl(ends[0], F_SETFL, O_NONBLOCK));
  SHOW(fcntl(ends[0], F_GETFL));
  SHOW(read(ends[0], text, 1));
  SHOW(fcntl(ends[1], F_GETPIPE_SZ));
  SHOW(fcntl(ends[1], F_SETPIPE_SZ, 5000));
  SHOW(fcntl(ends[1], F_SETFL, O_NONBLOCK));
  SHOW(write(ends[1], big, 3000));
  SHOW(write(ends[1], big, 3000));
  SHOW(write(ends[1], big, 3000));
  SHOW(write(ends[1], big, 1000));
  SHOW(read(ends[0], big, 2000));
  SHOW(write(ends[1], big, 3000));
  SHOW(read(ends[0], big, sizeof big));
  SHOW(fcntl(ends[1], F_SETPIPE_SZ, 65536));
  SHOW(write(ends[1], big, sizeof big));
  SHOW(write(ends[1], big, 1));
  struct pollfd both[2] = {{ends[0], POLLIN, 0}, {ends[1], POLLOUT, 0}};
  SHOW(poll(both, 2, 0));
  SHOW(both[0].revents | both[1].revents);
  SHOW(read(ends[0], big, sizeof big));
  struct iovec parts[2] = {{"ab", 2}, {"cde", 3}};
  SHOW(writev(ends[1], parts, 2));
  parts[0].iov_base = text;
  parts[1].iov_base = text + 10;
  SHOW(readv(ends[0], parts, 2));
  SHOW(text[1] + text[12]);
  SHOW(poll(both, 2, 0));
  SHOW(both[0].revents);
  SHOW(both[1].revents);
  SHOW(close(ends[1]));
  SHOW(poll(both, 2, -1));
  SHOW(both[0].revents);
  SHOW(both[1].revents);
  SHOW(read(ends[0], text, 1));
  SHOW(close(ends[0]));
  SHOW(close(ends[0]));
  SHOW(pipe2(ends, O_CLOEXEC));
  SHOW(fcntl(ends[0], F_GETFD));
  SHOW(close(ends[0]));
  both[1].fd = ends[1];
  SHOW(poll(both, 2, 0));
  SHOW(both[1].revents);
  SHOW(pipe2(ends, 1 << 30));
  return 0;
}
