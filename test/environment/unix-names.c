// Names of Unix sockets: files that stay, and abstract ones that do not.
// RUN: rm -rf %t.dir && mkdir -p %t.dir
// RUN: %native %s -o %t.exe && cd %t.dir && %t.exe > %t.native
// RUN: %rbcc %s -o %t.bc && cd %t.dir && %exits 0 rbcheck --run %t.bc > %t.ours
// RUN: diff %t.native %t.ours
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define SHOW(call)                                                             \
  (errno = 0, printf("%s = %ld", #call, (long)(call)), printf(", %d\n", errno))

#define NAME(name) (struct sockaddr *)&name, sizeof name

int main(void) {
  struct sockaddr_un path = {AF_UNIX, "name.socket"}, other = {AF_UNIX, "other"};
  struct sockaddr_un hidden = {AF_UNIX, "\0hidden-by-rbcheck-test"}, got;
  socklen_t size = sizeof got;
  struct stat status;
  char text[8] = "";
  int a = socket(AF_UNIX, SOCK_STREAM, 0), b = socket(AF_UNIX, SOCK_STREAM, 0);
  SHOW(connect(b, NAME(path)));
  SHOW(listen(a, 1));
  SHOW(bind(a, NAME(path)));
  SHOW(bind(a, NAME(other)));
  SHOW(bind(b, NAME(path)));
  SHOW(connect(b, NAME(path)));
  SHOW(stat("name.socket", &status));
  SHOW(S_ISSOCK(status.st_mode));
  SHOW(listen(a, 1));
  SHOW(connect(b, NAME(path)));
  SHOW(getpeername(b, (struct sockaddr *)&got, &size));
  printf("%d %s\n", (int)size, got.sun_path);
  size = sizeof got;
  int c = accept(a, (struct sockaddr *)&got, &size);
  SHOW(c > 0);
  SHOW(size);
  SHOW(send(b, "hi", 2, 0));
  SHOW(recv(c, text, 8, 0));
  SHOW(close(a));
  SHOW(send(c, "ho", 2, 0));
  int d = socket(AF_UNIX, SOCK_STREAM, 0);
  SHOW(connect(d, NAME(path)));
  SHOW(bind(d, NAME(path)));
  SHOW(unlink("name.socket"));
  SHOW(connect(d, NAME(path)));
  SHOW(bind(d, NAME(path)));
  int e = socket(AF_UNIX, SOCK_DGRAM, 0), f = socket(AF_UNIX, SOCK_DGRAM, 0);
  SHOW(sendto(e, "x", 1, 0, NAME(path)));
  SHOW(sendto(e, "x", 1, 0, NAME(other)));
  SHOW(bind(e, NAME(other)));
  SHOW(bind(f, NAME(hidden)));
  SHOW(sendto(f, "abc", 3, 0, NAME(other)));
  size = sizeof got;
  SHOW(recvfrom(e, text, 8, 0, (struct sockaddr *)&got, &size));
  SHOW(memcmp(got.sun_path, hidden.sun_path, sizeof hidden.sun_path));
  SHOW(sendto(e, "de", 2, 0, NAME(got)));
  SHOW(recv(f, text, 8, 0));
  puts(text);
  SHOW(close(f));
  SHOW(sendto(e, "de", 2, 0, NAME(got)));
  SHOW(send(e, "de", 2, 0));
  SHOW(connect(e, NAME(hidden)));
  SHOW(unlink("other") + unlink("name.socket"));
  return 0;
}
