// What is not there ends the path with one line that names it.
// RUN: %rbcc %s -o %t.bc && %exits 2 rbcheck %t.bc | FileCheck %s
// CHECK: unsupported: sendmsg() with control data
// RUN: %rbcc -DRAW=1 %s -o %t.raw.bc
// RUN: %exits 2 rbcheck %t.raw.bc | FileCheck --check-prefix=RAW %s
// RAW: unsupported: internet sockets other than SOCK_STREAM and SOCK_DGRAM
#include <netinet/in.h>
#include <sys/socket.h>

int main(void) {
#ifdef RAW
  socket(AF_INET, SOCK_RAW, 0);
#endif
  int ends[2];
  char control[64] = "";
  struct msghdr message = {.msg_control = control,
                           .msg_controllen = sizeof control};
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  sendmsg(ends[0], &message, 0);
  return 0;
}
