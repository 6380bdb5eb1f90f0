// What one thread can see of sockets that are connected to each other.
// RUN: %same %s
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define SHOW(call)                                                             \
  (errno = 0, printf("%s = %ld", #call, (long)(call)), printf(", %d\n", errno))

static char text[64];

static void pairs(int type) {
  int ends[2], count;
  struct stat status;
  printf("type %d\n", type);
  SHOW(socketpair(AF_UNIX, type | SOCK_NONBLOCK, 0, ends));
  SHOW(fstat(ends[0], &status));
  SHOW(S_ISSOCK(status.st_mode));
  struct pollfd both[2] = {{ends[0], POLLIN | POLLOUT | POLLRDHUP, 0},
                           {ends[1], POLLIN | POLLOUT | POLLRDHUP, 0}};
  SHOW(recv(ends[0], text, 1, 0));
  SHOW(send(ends[0], "hello", 5, 0));
  SHOW(write(ends[0], "abc", 3));
  SHOW(ioctl(ends[1], FIONREAD, &count));
  SHOW(count);
  SHOW(recv(ends[1], text, 3, MSG_PEEK));
  SHOW(recv(ends[1], text, 4, 0));
  SHOW(recv(ends[1], text, sizeof text, 0));
  SHOW(recv(ends[1], text, sizeof text, 0));
  puts(text);
  struct iovec parts[2] = {{"12", 2}, {"345", 3}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
  SHOW(sendmsg(ends[1], &message, 0));
  char more[3];
  parts[0].iov_base = more;
  parts[1].iov_base = text;
  parts[1].iov_len = 2;
  SHOW(recvmsg(ends[0], &message, 0));
  SHOW(message.msg_flags & MSG_TRUNC);
  SHOW(more[1] + text[1]);
  SHOW(poll(both, 2, 0));
  SHOW(both[0].revents);
  SHOW(send(ends[1], "x", 1, 0));
  SHOW(shutdown(ends[1], SHUT_WR));
  SHOW(poll(both, 2, 0));
  SHOW(both[0].revents);
  SHOW(both[1].revents);
  SHOW(send(ends[1], "x", 1, MSG_NOSIGNAL));
  SHOW(recv(ends[0], text, 64, 0));
  if (type != SOCK_DGRAM) {
    SHOW(recv(ends[0], text, 64, 0));
    SHOW(close(ends[1]));
    SHOW(poll(both, 1, 0));
    SHOW(both[0].revents);
    SHOW(send(ends[0], "x", 1, MSG_NOSIGNAL));
    SHOW(recv(ends[0], text, 64, 0));
  }
}

static int option(int fd, int level, int name) {
  int value = -1;
  socklen_t size = sizeof value;
  return getsockopt(fd, level, name, &value, &size) ? -2 : value;
}

static void connections(void) {
  struct sockaddr_in name = {.sin_family = AF_INET}, other, mine;
  socklen_t size = sizeof name;
  int on = 1, listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  int client = socket(AF_INET, SOCK_STREAM, 0), late;
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  SHOW(option(listener, SOL_SOCKET, SO_TYPE));
  SHOW(option(listener, SOL_SOCKET, SO_ACCEPTCONN));
  SHOW(setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on));
  SHOW(option(listener, SOL_SOCKET, SO_REUSEADDR));
  SHOW(setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on));
  SHOW(option(client, IPPROTO_TCP, TCP_NODELAY));
  SHOW(accept(listener, 0, 0));
  SHOW(bind(listener, (struct sockaddr *)&name, sizeof name));
  SHOW(bind(listener, (struct sockaddr *)&name, sizeof name));
  SHOW(getsockname(listener, (struct sockaddr *)&name, &size));
  SHOW(name.sin_port != 0);
  SHOW(connect(client, (struct sockaddr *)&name, sizeof name));
  SHOW(listen(listener, 3));
  SHOW(option(listener, SOL_SOCKET, SO_ACCEPTCONN));
  SHOW(accept(listener, 0, 0));
  SHOW(getpeername(client, (struct sockaddr *)&other, &size));
  SHOW(recv(client, text, 1, 0));
  SHOW(connect(client, (struct sockaddr *)&name, sizeof name));
  SHOW(connect(client, (struct sockaddr *)&name, sizeof name));
  SHOW(send(client, "early", 5, 0));
  int server = accept4(listener, (struct sockaddr *)&other, &size, SOCK_CLOEXEC);
  getsockname(client, (struct sockaddr *)&mine, &size);
  SHOW(mine.sin_port == other.sin_port);
  SHOW(strcmp(inet_ntoa(other.sin_addr), "127.0.0.1"));
  SHOW(getpeername(client, (struct sockaddr *)&other, &size));
  SHOW(other.sin_port == name.sin_port);
  SHOW(recv(server, text, 64, MSG_WAITALL | MSG_DONTWAIT));
  SHOW(send(server, "four", 4, 0));
  SHOW(recv(client, text, 4, MSG_WAITALL));
  SHOW(shutdown(client, SHUT_WR));
  SHOW(recv(server, text, 1, 0));
  struct pollfd one = {server, POLLIN | POLLOUT | POLLRDHUP, 0};
  SHOW(poll(&one, 1, 0));
  SHOW(one.revents);
  SHOW(send(server, "ok", 2, 0));
  SHOW(close(server));
  SHOW(recv(client, text, 64, 0));
  SHOW(recv(client, text, 64, 0));
  late = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  SHOW(connect(late, (struct sockaddr *)&name, sizeof name));
  one.fd = late;
  SHOW(poll(&one, 1, 1000));
  SHOW(one.revents);
  SHOW(option(late, SOL_SOCKET, SO_ERROR));
  SHOW(close(listener));
  int gone = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  SHOW(connect(gone, (struct sockaddr *)&name, sizeof name));
  one.fd = gone;
  SHOW(poll(&one, 1, 1000));
  SHOW(option(gone, SOL_SOCKET, SO_ERROR));
  SHOW(send(0, "x", 1, 0));
  SHOW(send(99, "x", 1, 0));
}

static void datagrams(void) {
  struct sockaddr_in name = {.sin_family = AF_INET}, from;
  socklen_t size = sizeof name;
  int a = socket(AF_INET, SOCK_DGRAM, 0), b = socket(AF_INET, SOCK_DGRAM, 0);
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  SHOW(bind(a, (struct sockaddr *)&name, sizeof name));
  SHOW(getsockname(a, (struct sockaddr *)&name, &size));
  SHOW(send(b, "x", 1, 0));
  SHOW(sendto(b, "hello", 5, 0, (struct sockaddr *)&name, sizeof name));
  SHOW(sendto(b, "", 0, 0, (struct sockaddr *)&name, sizeof name));
  SHOW(recvfrom(a, text, 3, MSG_TRUNC, (struct sockaddr *)&from, &size));
  SHOW(sendto(a, "back", 4, 0, (struct sockaddr *)&from, sizeof from));
  SHOW(recv(b, text, 64, 0));
  SHOW(recv(a, text, 64, 0));
  SHOW(connect(b, (struct sockaddr *)&name, sizeof name));
  SHOW(send(b, "x", 1, 0));
  SHOW(recv(a, text, 64, MSG_DONTWAIT));
  SHOW(recv(a, text, 64, MSG_DONTWAIT));
  SHOW(close(a));
  SHOW(send(b, "x", 1, 0));
  SHOW(send(b, "x", 1, 0));
}

int main(void) {
  pairs(SOCK_STREAM);
  pairs(SOCK_SEQPACKET);
  pairs(SOCK_DGRAM);
  connections();
  datagrams();
  return 0;
}
