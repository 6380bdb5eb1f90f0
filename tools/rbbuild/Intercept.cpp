//===- tools/rbbuild/Intercept.cpp - Compilers of a build become rbcc -----===//
//
// Loaded by rbbuild into every process of a build (LD_PRELOAD). It looks at
// one thing only: which program a process is about to start. If that is a C or
// C++ compiler, by whatever path, the driver is started in its place and told
// which compiler was meant:
//
//   /usr/bin/gcc -c a.c   ->   rbcc --rbbuild-as=/usr/bin/gcc -c a.c
//
// It does nothing unless RBBUILD_DRIVER names the driver; the driver takes that
// variable away before it starts the real compiler. A child of vfork may come
// here, so memory is taken from the stack only. Not linked to LLVM: it has to
// fit into any program. Tested by test/build.
//
//===----------------------------------------------------------------------===//
#include "tools/load/CompilerName.h"

#include <alloca.h>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <spawn.h>
#include <unistd.h>

namespace {

using rbcheck::isCompilerName;

constexpr char kAs[] = "--rbbuild-as=";
constexpr size_t kLongestPath = 4096;

template <typename Function> Function *next(const char *name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name));
}

const char *variableIn(char *const *environment, const char *name) {
  size_t length = std::strlen(name);
  for (char *const *entry = environment; entry && *entry; ++entry)
    if (!std::strncmp(*entry, name, length) && (*entry)[length] == '=')
      return *entry + length + 1;
  return nullptr;
}

/// Finds `file` along PATH, as execvp does; false if it is not there.
bool findOnPath(const char *file, char (&found)[kLongestPath]) {
  const char *path = std::getenv("PATH");
  for (const char *at = path ? path : "/bin:/usr/bin";;) {
    const char *end = std::strchr(at, ':');
    size_t length = end ? size_t(end - at) : std::strlen(at);
    if (length + std::strlen(file) + 2 <= kLongestPath) {
      std::memcpy(found, at, length);
      if (length)
        found[length++] = '/';
      std::strcpy(found + length, file);
      if (access(found, X_OK) == 0)
        return true;
    }
    if (!end)
      return false;
    at = end + 1;
  }
}

/// What to start instead of `path`. Everything lives as long as this does.
class Replacement {
public:
  Replacement(const char *path, bool search, char *const *environment) {
    const char *slash = path ? std::strrchr(path, '/') : nullptr;
    driver_ = variableIn(environment, "RBBUILD_DRIVER");
    if (!path || !driver_ || !isCompilerName(slash ? slash + 1 : path))
      return;
    char found[kLongestPath];
    if (search && !slash) {
      if (!findOnPath(path, found))
        return;
      path = found;
    }
    if (access(path, X_OK) != 0 || std::strlen(path) >= kLongestPath)
      return;
    std::strcpy(as_, kAs);
    std::strcat(as_, path);
    applies_ = true;
  }

  bool applies() const { return applies_; }
  const char *driver() const { return driver_; }

  /// Fills `to`, which has room for two words more than `arguments`.
  void fill(char **to, char *const *arguments) {
    *to++ = const_cast<char *>(driver_);
    *to++ = as_;
    for (char *const *from = arguments && *arguments ? arguments + 1 : nullptr;
         from && *from; ++from)
      *to++ = *from;
    *to = nullptr;
  }

private:
  const char *driver_ = nullptr;
  bool applies_ = false;
  char as_[sizeof(kAs) + kLongestPath];
};

size_t countOf(char *const *arguments) {
  size_t count = 0;
  while (arguments && arguments[count])
    ++count;
  return count;
}

int start(const char *path, char *const *arguments, char *const *environment,
          bool search) {
  using Exec = int(const char *, char *const *, char *const *);
  Replacement replacement(path, search, environment);
  if (!replacement.applies())
    return next<Exec>(search ? "execvpe" : "execve")(path, arguments,
                                                     environment);
  auto **words =
      static_cast<char **>(alloca((countOf(arguments) + 3) * sizeof(char *)));
  replacement.fill(words, arguments);
  return next<Exec>("execve")(replacement.driver(), words, environment);
}

int spawn(const char *name, pid_t *pid, const char *path,
          const posix_spawn_file_actions_t *actions,
          const posix_spawnattr_t *attributes, char *const *arguments,
          char *const *environment, bool search) {
  using Spawn = int(pid_t *, const char *, const posix_spawn_file_actions_t *,
                    const posix_spawnattr_t *, char *const *, char *const *);
  Replacement replacement(path, search, environment);
  if (!replacement.applies())
    return next<Spawn>(name)(pid, path, actions, attributes, arguments,
                             environment);
  auto **words =
      static_cast<char **>(alloca((countOf(arguments) + 3) * sizeof(char *)));
  replacement.fill(words, arguments);
  return next<Spawn>("posix_spawn")(pid, replacement.driver(), actions,
                                    attributes, words, environment);
}

/// Copies the words of execl and its kin; `count` includes the final null.
void collect(char **words, const char *first, va_list list, size_t count) {
  words[0] = const_cast<char *>(first);
  for (size_t i = 1; i < count; ++i)
    words[i] = va_arg(list, char *);
}

size_t countWords(const char *first, va_list list) {
  size_t count = 1;
  for (const char *word = first; word; ++count)
    word = va_arg(list, char *);
  return first ? count : 1;
}

} // namespace

/// Declares `words` and, if asked for, takes the environment behind the null.
#define RB_COLLECT(first, afterwards)                                          \
  va_list list;                                                                \
  va_start(list, first);                                                       \
  size_t count = countWords(first, list);                                      \
  va_end(list);                                                                \
  auto **words = static_cast<char **>(alloca(count * sizeof(char *)));         \
  va_start(list, first);                                                       \
  collect(words, first, list, count);                                          \
  afterwards;                                                                  \
  va_end(list)

extern "C" {

int execve(const char *path, char *const *arguments,
           char *const *environment) noexcept {
  return start(path, arguments, environment, false);
}

int execv(const char *path, char *const *arguments) noexcept {
  return start(path, arguments, environ, false);
}

int execvp(const char *file, char *const *arguments) noexcept {
  return start(file, arguments, environ, true);
}

int execvpe(const char *file, char *const *arguments,
            char *const *environment) noexcept {
  return start(file, arguments, environment, true);
}

int execl(const char *path, const char *first, ...) noexcept {
  RB_COLLECT(first, );
  return start(path, words, environ, false);
}

int execlp(const char *file, const char *first, ...) noexcept {
  RB_COLLECT(first, );
  return start(file, words, environ, true);
}

int execle(const char *path, const char *first, ...) noexcept {
  RB_COLLECT(first, char *const *environment = va_arg(list, char *const *));
  return start(path, words, environment, false);
}

int posix_spawn(pid_t *pid, const char *path,
                const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const *arguments,
                char *const *environment) {
  return spawn("posix_spawn", pid, path, actions, attributes, arguments,
               environment, false);
}

int posix_spawnp(pid_t *pid, const char *file,
                 const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const *arguments,
                 char *const *environment) {
  return spawn("posix_spawnp", pid, file, actions, attributes, arguments,
               environment, true);
}

} // extern "C"
