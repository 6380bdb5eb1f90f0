//===- test/starts/Zygote.cpp - One start of a tool for many of its runs --===//
//
// Half of what a small check takes is the dynamic linker's. Preloaded into a
// tool (zygote.py), this keeps the tool before its main() and forks a process
// for every run that is asked for: what runs is the tool itself, as it was
// linked.
//
// A request is a line of words with \x1f between them: files for standard
// output and standard error, then the arguments. The answer is a line with the
// status of the process (wait(2)). Standard input of a run is empty.
//
//===----------------------------------------------------------------------===//
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

using Main = int(int, char **, char **);
using Hook = void();
using Start = int(Main *, int, char **, Hook *, Hook *, Hook *, void *);

static Main *toolMain;

static void become(int fd, const char *file, int flags) {
  int opened = open(file, flags, 0666);
  if (opened < 0 || dup2(opened, fd) < 0)
    _exit(126);
  close(opened);
}

/// The rest of the line is separated in place; returns the number of words.
static int split(char *line, char **words, int most) {
  int count = 0;
  for (char *at = line; at && count < most; ++count) {
    words[count] = at;
    at = strchr(at, '\x1f');
    if (at)
      *at++ = 0;
  }
  return count;
}

static int serve(int, char **argv, char **) {
  constexpr int kMost = 256;
  static char line[1 << 16];
  char *words[kMost + 1];
  unsetenv("LD_PRELOAD");
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    int count = split(line, words, kMost);
    words[count] = nullptr;
    pid_t child = fork();
    if (!child) {
      become(STDIN_FILENO, "/dev/null", O_RDONLY);
      become(STDOUT_FILENO, words[0], O_WRONLY | O_CREAT | O_TRUNC);
      become(STDERR_FILENO, words[1], O_WRONLY | O_CREAT | O_TRUNC);
      words[1] = argv[0];
      exit(toolMain(count - 1, words + 1, environ));
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) < 0)
      return 1;
    printf("%d\n", status);
    fflush(stdout);
  }
  return 0;
}

extern "C" int __libc_start_main(Main *main, int argc, char **argv, Hook *init,
                                 Hook *fini, Hook *rtldFini, void *stackEnd) {
  auto *start =
      reinterpret_cast<Start *>(dlsym(RTLD_NEXT, "__libc_start_main"));
  toolMain = main;
  return start(serve, argc, argv, init, fini, rtldFini, stackEnd);
}
