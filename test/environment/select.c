// What one thread can see of select: all three sets, ends, bad descriptors.
// RUN: %same %s
#include <errno.h>
#include <stdio.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2], pair[2];

static void show(const char *what, int reads, int writes) {
  int fds[4] = {ends[0], ends[1], pair[0], pair[1]};
  fd_set in, out, other;
  struct timeval none = {0, 0};
  FD_ZERO(&in);
  FD_ZERO(&out);
  FD_ZERO(&other);
  for (int i = 0; i < 4; ++i) {
    if (reads >> i & 1)
      FD_SET(fds[i], &in);
    if (writes >> i & 1)
      FD_SET(fds[i], &out);
  }
  errno = 0;
  int found = select(20, &in, &out, &other, &none);
  printf("%s: %d %d", what, found, errno);
  for (int i = 0; i < 4; ++i)
    printf(" %d%d%d", FD_ISSET(fds[i], &in) != 0, FD_ISSET(fds[i], &out) != 0,
           FD_ISSET(fds[i], &other) != 0);
  printf("\n");
}

int main(void) {
  pipe(ends);
  socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
  show("fresh", 13, 14);
  write(ends[1], "x", 1);
  send(pair[0], "x", 1, 0);
  show("full", 13, 14);
  show("only some", 1, 4);
  shutdown(pair[0], SHUT_RDWR);
  show("shut", 12, 12);
  close(ends[0]);
  show("closed", 12, 2);
  show("bad", 1, 0);
  return 0;
}
