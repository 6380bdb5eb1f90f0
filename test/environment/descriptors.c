// dup and its relatives, also onto the standard streams; FILEs on pipes.
// RUN: %same %s
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define SHOW(call)                                                             \
  (errno = 0, printf("%s = %ld", #call, (long)(call)), printf(", %d\n", errno))

int main(void) {
  int ends[2];
  char text[64] = "";
  setvbuf(stdout, 0, _IONBF, 0);
  pipe(ends);
  int saved = dup(1);
  SHOW(dup2(ends[1], 1) == 1);
  printf("through the pipe\n");
  write(1, "and more\n", 9);
  dup2(saved, 1);
  SHOW(read(ends[0], text, sizeof text));
  fputs(text, stdout);
  SHOW(write(saved, "saved\n", 6));
  SHOW(fcntl(saved, F_GETFD));
  SHOW(dup3(ends[1], saved, O_CLOEXEC) == saved);
  SHOW(fcntl(saved, F_GETFD));
  SHOW(fcntl(saved, F_SETFD, 0));
  SHOW(fcntl(saved, F_GETFD));
  SHOW(fcntl(ends[0], F_DUPFD, 50));
  SHOW(fcntl(ends[0], F_DUPFD_CLOEXEC, 50));
  SHOW(fcntl(51, F_GETFD));
  SHOW(close(50) + close(51));
  SHOW(dup2(77, 60));
  SHOW(dup2(ends[1], ends[1]) == ends[1]);
  SHOW(dup3(ends[1], ends[1], 0));
  SHOW(dup2(ends[0], 0));
  SHOW(write(saved, "line one\nline two\n", 18));
  SHOW(close(saved) + close(ends[1]));
  SHOW(fgets(text, sizeof text, stdin) == text);
  fputs(text, stdout);
  FILE *file = fdopen(ends[0], "r");
  SHOW(fileno(file) == ends[0]);
  return 0;
}
