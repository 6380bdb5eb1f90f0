//===- runtime/cxx/filesystem.cpp - Operations on files -------------------===//
//
// On the files and directories of runtime/libc. Each comes in two kinds: one
// gives an error code, the other throws. Links do not exist.
// Tested by test/cxx/filesystem.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/include/rbcheck_prelude.h"

#include <filesystem>

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace std::filesystem {

namespace {

void fail(error_code &error, int number = errno) {
  error.assign(number, generic_category());
}

/// Zero is good; sets the error accordingly.
bool check(int result, error_code &error) {
  error.clear();
  if (result)
    fail(error);
  return result == 0;
}

file_status statusOf(const struct stat &found) {
  file_type type = S_ISREG(found.st_mode)   ? file_type::regular
                   : S_ISDIR(found.st_mode) ? file_type::directory
                   : S_ISCHR(found.st_mode) ? file_type::character
                                            : file_type::unknown;
  return file_status(type, perms(found.st_mode & 07777));
}

bool has(copy_options options, copy_options one) {
  return (options & one) != copy_options::none;
}

/// The bytes of one file to another; 0, or an errno value.
int copyBytes(const path &from, const path &to) {
  int source = open(from.c_str(), O_RDONLY);
  if (source < 0)
    return errno;
  int target = open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  int error = target < 0 ? errno : 0;
  char bytes[512];
  for (ssize_t count; !error && (count = read(source, bytes, sizeof bytes));)
    if (count < 0 || write(target, bytes, size_t(count)) != count)
      error = errno;
  close(source);
  if (target >= 0)
    close(target);
  return error;
}

} // namespace

// Asking
// -------------------------------------------------------------------------------

file_status status(const path &name, error_code &error) noexcept {
  struct stat found;
  error.clear();
  if (!stat(name.c_str(), &found))
    return statusOf(found);
  int number = errno;
  if (number != ENOENT && number != ENOTDIR) {
    fail(error, number);
    return file_status(file_type::none);
  }
  fail(error, number);
  return file_status(file_type::not_found);
}
file_status status(const path &name) {
  error_code error;
  file_status result = status(name, error);
  if (result.type() == file_type::none)
    throw filesystem_error("status", name, error);
  return result;
}
file_status symlink_status(const path &name, error_code &error) noexcept {
  return status(name, error);
}
file_status symlink_status(const path &name) { return status(name); }

uintmax_t file_size(const path &name, error_code &error) noexcept {
  struct stat found;
  if (!check(stat(name.c_str(), &found), error))
    return uintmax_t(-1);
  if (S_ISREG(found.st_mode))
    return uintmax_t(found.st_size);
  fail(error, S_ISDIR(found.st_mode) ? EISDIR : ENOTSUP);
  return uintmax_t(-1);
}
uintmax_t hard_link_count(const path &name, error_code &error) noexcept {
  struct stat found;
  return check(stat(name.c_str(), &found), error) ? found.st_nlink
                                                  : uintmax_t(-1);
}
file_time_type last_write_time(const path &name, error_code &error) noexcept {
  using namespace chrono;
  struct stat found;
  if (!check(stat(name.c_str(), &found), error))
    return file_time_type::min();
  // The clock of files starts in 2174.
  return file_time_type(seconds(found.st_mtim.tv_sec - 6437664000) +
                        nanoseconds(found.st_mtim.tv_nsec));
}
void last_write_time(const path &name, file_time_type when,
                     error_code &error) noexcept {
  using namespace chrono;
  auto whole = floor<seconds>(when.time_since_epoch());
  struct timespec times[2] = {
      {0, UTIME_OMIT},
      {whole.count() + 6437664000, (when.time_since_epoch() - whole).count()}};
  check(utimensat(AT_FDCWD, name.c_str(), times, 0), error);
}
bool is_empty(const path &name, error_code &error) {
  if (is_directory(status(name, error)) && !error)
    return directory_iterator(name, error) == directory_iterator();
  return !error && file_size(name, error) == 0;
}
bool equivalent(const path &a, const path &b, error_code &error) noexcept {
  path first = canonical(a, error);
  return !error && first == canonical(b, error) && !error;
}
space_info space(const path &name, error_code &error) noexcept {
  struct stat found;
  check(stat(name.c_str(), &found), error);
  constexpr uintmax_t kRoom = uintmax_t(1) << 32;
  return {kRoom, kRoom, kRoom};
}

// Names
// ---------------------------------------------------------------------------------

path current_path(error_code &error) {
  error.clear();
  char *name = getcwd(nullptr, 0);
  path result(name);
  free(name);
  return result;
}
void current_path(const path &name, error_code &error) noexcept {
  check(chdir(name.c_str()), error);
}
path absolute(const path &name, error_code &error) {
  error.clear();
  if (name.empty()) {
    fail(error, EINVAL);
    return path();
  }
  return name.is_absolute() ? name : current_path(error) / name;
}
path canonical(const path &name, error_code &error) {
  error.clear();
  char *found = realpath(name.c_str(), nullptr);
  if (!found) {
    fail(error);
    return path();
  }
  path result(found);
  free(found);
  return result;
}
path weakly_canonical(const path &name, error_code &error) {
  return absolute(name, error).lexically_normal();
}
path relative(const path &name, const path &base, error_code &error) {
  path from = weakly_canonical(base, error);
  return error ? path()
               : weakly_canonical(name, error).lexically_relative(from);
}
path proximate(const path &name, const path &base, error_code &error) {
  path from = weakly_canonical(base, error);
  return error ? path()
               : weakly_canonical(name, error).lexically_proximate(from);
}
path temp_directory_path(error_code &error) {
  for (const char *variable : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"})
    if (const char *value = getenv(variable)) {
      if (!is_directory(status(value, error)))
        fail(error, ENOTDIR);
      return error ? path() : path(value);
    }
  error.clear();
  return path("/tmp");
}

// Changing
// ------------------------------------------------------------------------------

bool create_directory(const path &name, error_code &error) noexcept {
  if (check(mkdir(name.c_str(), 0777), error))
    return true;
  error_code ignored;
  if (error == errc::file_exists && is_directory(status(name, ignored)))
    error.clear();
  return false;
}
bool create_directory(const path &name, const path &,
                      error_code &error) noexcept {
  return create_directory(name, error);
}
bool create_directories(const path &name, error_code &error) {
  error.clear();
  if (name.empty()) {
    fail(error, EINVAL);
    return false;
  }
  path done;
  bool isNew = false;
  for (const path &part : name) {
    done /= part;
    isNew = false;
    error_code ignored;
    if (part.empty() || is_directory(status(done, ignored)))
      continue;
    isNew = create_directory(done, error);
    if (error)
      return false;
  }
  return isNew;
}
bool remove(const path &name, error_code &error) noexcept {
  if (check(::remove(name.c_str()), error))
    return true;
  if (error == errc::no_such_file_or_directory)
    error.clear();
  return false;
}
uintmax_t remove_all(const path &name, error_code &error) {
  uintmax_t count = 0;
  error_code ignored;
  if (is_directory(status(name, ignored))) {
    vector<path> inside;
    for (directory_iterator at(name, error), end; !error && at != end;
         at.increment(error))
      inside.push_back(at->path());
    for (const path &one : inside) {
      uintmax_t below = error ? 0 : remove_all(one, error);
      if (error)
        return uintmax_t(-1);
      count += below;
    }
  }
  count += remove(name, error);
  return error ? uintmax_t(-1) : count;
}
void rename(const path &from, const path &to, error_code &error) noexcept {
  check(::rename(from.c_str(), to.c_str()), error);
}
void resize_file(const path &name, uintmax_t size, error_code &error) noexcept {
  check(truncate(name.c_str(), off_t(size)), error);
}
void permissions(const path &name, perms wanted, perm_options options,
                 error_code &error) noexcept {
  file_status found = status(name, error);
  if (error)
    return;
  if ((options & perm_options::add) != perm_options{})
    wanted |= found.permissions();
  else if ((options & perm_options::remove) != perm_options{})
    wanted = found.permissions() & ~wanted;
  check(chmod(name.c_str(), mode_t(wanted)), error);
}

bool copy_file(const path &from, const path &to, copy_options options,
               error_code &error) {
  error_code ignored;
  error.clear();
  if (!is_regular_file(status(from, ignored))) {
    fail(error, exists(from, ignored) ? ENOTSUP : ENOENT);
    return false;
  }
  if (exists(to, ignored)) {
    if (equivalent(from, to, ignored)) {
      fail(error, EEXIST);
      return false;
    }
    if (has(options, copy_options::skip_existing))
      return false;
    if (has(options, copy_options::update_existing) &&
        last_write_time(from, ignored) <= last_write_time(to, ignored))
      return false;
    if (!has(options, copy_options::overwrite_existing) &&
        !has(options, copy_options::update_existing)) {
      fail(error, EEXIST);
      return false;
    }
  }
  if (int number = copyBytes(from, to))
    fail(error, number);
  return !error;
}
void copy(const path &from, const path &to, copy_options options,
          error_code &error) {
  error_code ignored;
  error.clear();
  if (!is_directory(status(from, ignored))) {
    bool isInto = is_directory(status(to, ignored));
    copy_file(from, isInto ? to / from.filename() : to, options, error);
    return;
  }
  if (!has(options, copy_options::recursive) && options != copy_options::none)
    return;
  create_directory(to, error);
  // Below the first directory only what was asked for is copied.
  copy_options inside = options | copy_options(1u << 31);
  if (has(options, copy_options(1u << 31)) &&
      !has(options, copy_options::recursive))
    return;
  for (directory_iterator at(from, error), end; !error && at != end;
       at.increment(error))
    copy(at->path(), to / at->path().filename(), inside, error);
}

// Those that throw
// ----------------------------------------------------------------------

/// The result of `call(error)`.
template <typename Call, typename... Paths>
static auto orThrow(const char *what, Call call, const Paths &...paths) {
  error_code error;
  if constexpr (is_void_v<decltype(call(error))>) {
    call(error);
    if (error)
      throw filesystem_error(what, paths..., error);
  } else {
    auto value = call(error);
    if (error)
      throw filesystem_error(what, paths..., error);
    return value;
  }
}

#define RB_THROWING(result, name, parameters, arguments, what, ...)            \
  result name parameters {                                                     \
    return orThrow(                                                            \
        what, [&](error_code &error) -> result { return name arguments; },     \
        __VA_ARGS__);                                                          \
  }

RB_THROWING(uintmax_t, file_size, (const path &a), (a, error),
            "cannot get file size", a)
RB_THROWING(uintmax_t, hard_link_count, (const path &a), (a, error),
            "cannot get link count", a)
RB_THROWING(file_time_type, last_write_time, (const path &a), (a, error),
            "cannot get file time", a)
RB_THROWING(void, last_write_time, (const path &a, file_time_type when),
            (a, when, error), "cannot set file time", a)
RB_THROWING(bool, is_empty, (const path &a), (a, error),
            "cannot check if file is empty", a)
RB_THROWING(bool, equivalent, (const path &a, const path &b), (a, b, error),
            "cannot check file equivalence", a, b)
RB_THROWING(space_info, space, (const path &a), (a, error),
            "cannot get free space", a)
RB_THROWING(void, current_path, (const path &a), (a, error),
            "cannot set current path", a)
RB_THROWING(path, absolute, (const path &a), (a, error),
            "cannot make absolute path", a)
RB_THROWING(path, canonical, (const path &a), (a, error),
            "cannot make canonical path", a)
RB_THROWING(path, weakly_canonical, (const path &a), (a, error),
            "cannot make canonical path", a)
RB_THROWING(bool, create_directory, (const path &a), (a, error),
            "cannot create directory", a)
RB_THROWING(bool, create_directory, (const path &a, const path &b),
            (a, b, error), "cannot create directory", a)
RB_THROWING(bool, create_directories, (const path &a), (a, error),
            "cannot create directories", a)
RB_THROWING(bool, remove, (const path &a), (a, error), "cannot remove", a)
RB_THROWING(uintmax_t, remove_all, (const path &a), (a, error),
            "cannot remove all", a)
RB_THROWING(void, rename, (const path &a, const path &b), (a, b, error),
            "cannot rename", a, b)
RB_THROWING(void, resize_file, (const path &a, uintmax_t size),
            (a, size, error), "cannot resize file", a)
RB_THROWING(void, permissions, (const path &a, perms wanted, perm_options how),
            (a, wanted, how, error), "cannot set permissions", a)
RB_THROWING(bool, copy_file,
            (const path &a, const path &b, copy_options options),
            (a, b, options, error), "cannot copy file", a, b)
RB_THROWING(void, copy, (const path &a, const path &b, copy_options options),
            (a, b, options, error), "cannot copy", a, b)

path current_path() {
  error_code error;
  return current_path(error);
}
path temp_directory_path() {
  error_code error;
  path found = temp_directory_path(error);
  if (error)
    throw filesystem_error("temp_directory_path", found, error);
  return found;
}
path relative(const path &name, const path &base) {
  error_code error;
  path found = relative(name, base, error);
  if (error)
    throw filesystem_error("cannot make relative path", name, base, error);
  return found;
}
path proximate(const path &name, const path &base) {
  error_code error;
  path found = proximate(name, base, error);
  if (error)
    throw filesystem_error("cannot make proximate path", name, base, error);
  return found;
}

} // namespace std::filesystem
