//===- runtime/cxx/filesystem-directory.cpp - Directory iterators ---------===//
//
// On opendir. Tested by test/cxx/filesystem.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/include/rbcheck_prelude.h"

#include <filesystem>

#include <cerrno>
#include <dirent.h>
#include <utility>
#include <vector>

namespace std::filesystem {

inline namespace __cxx11 {

/// An open directory and the entry that it is at.
struct _Dir {
  _Dir(const path &name, error_code &error)
      : stream(opendir(name.c_str())), name(name) {
    if (!stream)
      error.assign(errno, generic_category());
  }
  _Dir(const _Dir &) = delete;
  ~_Dir() {
    if (stream)
      closedir(stream);
  }

  /// False at the end.
  bool advance() {
    while (struct dirent *found = readdir(stream)) {
      string_view text = found->d_name;
      if (text == "." || text == "..")
        continue;
      entry.assign(name / text);
      return true;
    }
    return false;
  }

  DIR *stream;
  path name;
  directory_entry entry;
};

} // namespace __cxx11

/// Throws if nobody wants to look at the error.
static void settle(const error_code &found, error_code *wanted,
                   const char *what, const path &name) {
  if (wanted)
    *wanted = found;
  else if (found)
    throw filesystem_error(what, name, found);
}

static bool isRefused(const error_code &error, directory_options options) {
  return error == errc::permission_denied &&
         (options & directory_options::skip_permission_denied) !=
             directory_options::none;
}

directory_iterator::directory_iterator(const path &name,
                                       directory_options options,
                                       error_code *wanted) {
  error_code error;
  auto opened = __make_shared<_Dir>(name, error);
  if (isRefused(error, options))
    error.clear();
  else if (!error && opened->advance())
    _M_dir = std::move(opened);
  settle(error, wanted, "directory iterator cannot open directory", name);
}
const directory_entry &directory_iterator::operator*() const noexcept {
  return _M_dir->entry;
}
directory_iterator &directory_iterator::operator++() {
  if (!_M_dir->advance())
    _M_dir.reset();
  return *this;
}
directory_iterator &directory_iterator::increment(error_code &error) {
  error.clear();
  return ++*this;
}

// All that is below
// ------------------------------------------------------------------

struct recursive_directory_iterator::_Dir_stack {
  vector<__shared_ptr<_Dir>> open;
  directory_options options;
  bool isPending = true; // the directory at the entry is gone into
};

recursive_directory_iterator::recursive_directory_iterator(
    const path &name, directory_options options, error_code *wanted) {
  error_code error;
  auto first = __make_shared<_Dir>(name, error);
  if (isRefused(error, options)) {
    error.clear();
  } else if (!error && first->advance()) {
    _M_dirs = __make_shared<_Dir_stack>();
    _M_dirs->options = options;
    _M_dirs->open.push_back(std::move(first));
  }
  settle(error, wanted, "recursive directory iterator cannot open directory",
         name);
}
recursive_directory_iterator::~recursive_directory_iterator() = default;
recursive_directory_iterator &recursive_directory_iterator::operator=(
    const recursive_directory_iterator &) noexcept = default;
recursive_directory_iterator &recursive_directory_iterator::operator=(
    recursive_directory_iterator &&) noexcept = default;

directory_options recursive_directory_iterator::options() const noexcept {
  return _M_dirs->options;
}
int recursive_directory_iterator::depth() const noexcept {
  return int(_M_dirs->open.size()) - 1;
}
bool recursive_directory_iterator::recursion_pending() const noexcept {
  return _M_dirs->isPending;
}
void recursive_directory_iterator::disable_recursion_pending() noexcept {
  _M_dirs->isPending = false;
}
const directory_entry &
recursive_directory_iterator::operator*() const noexcept {
  return _M_dirs->open.back()->entry;
}

recursive_directory_iterator &
recursive_directory_iterator::increment(error_code &error) {
  error.clear();
  auto &open = _M_dirs->open;
  bool goesIn = exchange(_M_dirs->isPending, true);
  if (goesIn && open.back()->entry.is_directory()) {
    auto inside = __make_shared<_Dir>(open.back()->entry.path(), error);
    if (isRefused(error, _M_dirs->options))
      error.clear();
    else if (!error && inside->advance()) {
      open.push_back(std::move(inside));
      return *this;
    }
  }
  while (!error && !open.empty() && !open.back()->advance())
    open.pop_back();
  if (error || open.empty())
    _M_dirs.reset();
  return *this;
}
recursive_directory_iterator &recursive_directory_iterator::operator++() {
  error_code error;
  increment(error);
  settle(error, nullptr, "cannot increment recursive directory iterator",
         path());
  return *this;
}
void recursive_directory_iterator::pop(error_code &error) {
  error.clear();
  auto &open = _M_dirs->open;
  do
    open.pop_back();
  while (!open.empty() && !open.back()->advance());
  if (open.empty())
    _M_dirs.reset();
}
void recursive_directory_iterator::pop() {
  error_code error;
  pop(error);
}

} // namespace std::filesystem

namespace std {

template class __shared_ptr<filesystem::_Dir>;
template class __shared_ptr<
    filesystem::recursive_directory_iterator::_Dir_stack>;

} // namespace std
