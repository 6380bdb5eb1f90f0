//===- runtime/libc/processes.c - Other processes, which do not exist -----===//
//
// rbcheck follows the threads of one process. A call that would make another
// one ends the path with a line that says what to do; there are no children to
// wait for. Tested by test/libc/processes.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

void __rb_unsupported(const char *what);

#define RB_CHILD                                                               \
  ": rbcheck follows one process; let a thread do what the child does, or "    \
  "check the child as a program of its own"
#define RB_PROGRAM                                                             \
  ": rbcheck follows one program; give the call a result with "                \
  "--stub=NAME=VALUE, or check the other program on its own"

#define RB_NO(result, name, text, ...)                                         \
  result name(__VA_ARGS__) {                                                   \
    __rb_unsupported(#name text);                                              \
    return (result)-1;                                                         \
  }

#pragma clang diagnostic ignored "-Wunused-parameter"
RB_NO(pid_t, fork, RB_CHILD, void)
RB_NO(pid_t, vfork, RB_CHILD, void)
RB_NO(pid_t, _Fork, RB_CHILD, void)
RB_NO(int, daemon, RB_CHILD, int keepsDirectory, int keepsStreams)
RB_NO(int, clone, RB_CHILD, int (*run)(void *), void *stack, int flags,
      void *argument, ...)
RB_NO(int, execve, RB_PROGRAM, const char *file, char *const arguments[],
      char *const environment[])
RB_NO(int, execv, RB_PROGRAM, const char *file, char *const arguments[])
RB_NO(int, execvp, RB_PROGRAM, const char *file, char *const arguments[])
RB_NO(int, execvpe, RB_PROGRAM, const char *file, char *const arguments[],
      char *const environment[])
RB_NO(int, fexecve, RB_PROGRAM, int fd, char *const arguments[],
      char *const environment[])
RB_NO(int, execl, RB_PROGRAM, const char *file, const char *argument, ...)
RB_NO(int, execlp, RB_PROGRAM, const char *file, const char *argument, ...)
RB_NO(int, execle, RB_PROGRAM, const char *file, const char *argument, ...)
RB_NO(int, posix_spawn, RB_PROGRAM, pid_t *child, const char *file,
      const posix_spawn_file_actions_t *actions,
      const posix_spawnattr_t *attributes, char *const arguments[],
      char *const environment[])
RB_NO(int, posix_spawnp, RB_PROGRAM, pid_t *child, const char *file,
      const posix_spawn_file_actions_t *actions,
      const posix_spawnattr_t *attributes, char *const arguments[],
      char *const environment[])

int system(const char *command) {
  if (!command)
    return 0; // there is no shell
  __rb_unsupported("system" RB_PROGRAM);
  return -1;
}
FILE *popen(const char *command, const char *mode) {
  __rb_unsupported("popen" RB_PROGRAM);
  return 0;
}
int pclose(FILE *stream) {
  errno = ECHILD;
  return -1;
}

static pid_t noChild(void) {
  errno = ECHILD;
  return -1;
}
pid_t wait(int *status) { return noChild(); }
pid_t waitpid(pid_t child, int *status, int options) { return noChild(); }
pid_t wait3(int *status, int options, struct rusage *usage) {
  return noChild();
}
pid_t wait4(pid_t child, int *status, int options, struct rusage *usage) {
  return noChild();
}
int waitid(idtype_t type, id_t child, siginfo_t *info, int options) {
  return noChild();
}
