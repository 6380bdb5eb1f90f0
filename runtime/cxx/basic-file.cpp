//===- runtime/cxx/basic-file.cpp - What file streams read and write ------===//
//
// On a FILE, whose descriptor is used directly: the stream has a buffer.
// Tested by test/cxx/fstream.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/include/rbcheck_prelude.h"

#include <fstream>

#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

namespace std {

namespace {

/// As fopen wants it; null if these cannot be combined.
const char *modeText(ios_base::openmode mode) {
  constexpr auto in = ios_base::in, out = ios_base::out;
  constexpr auto trunc = ios_base::trunc, app = ios_base::app;
  bool isBinary = mode & ios_base::binary;
  mode &= in | out | trunc | app;
  if (mode == out || mode == (out | trunc))
    return isBinary ? "wb" : "w";
  if (mode == app || mode == (out | app))
    return isBinary ? "ab" : "a";
  if (mode == in)
    return isBinary ? "rb" : "r";
  if (mode == (in | out))
    return isBinary ? "r+b" : "r+";
  if (mode == (in | out | trunc))
    return isBinary ? "w+b" : "w+";
  if (mode == (in | app) || mode == (in | out | app))
    return isBinary ? "a+b" : "a+";
  return nullptr;
}

/// All of it, unless an error comes in between.
streamsize writeAll(int fd, const char *from, streamsize size) {
  streamsize done = 0;
  while (done < size) {
    ssize_t count = write(fd, from + done, size_t(size - done));
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      break;
    done += count;
  }
  return done;
}

} // namespace

__basic_file<char>::__basic_file(__c_lock *) throw()
    : _M_cfile(nullptr), _M_cfile_created(false) {}
__basic_file<char>::~__basic_file() { close(); }

__basic_file<char> *__basic_file<char>::open(const char *name,
                                             ios_base::openmode mode, int) {
  const char *text = modeText(mode);
  if (!text || is_open())
    return nullptr;
  _M_cfile = fopen(name, text);
  _M_cfile_created = _M_cfile;
  return _M_cfile ? this : nullptr;
}

__basic_file<char> *__basic_file<char>::sys_open(__c_file *file,
                                                 ios_base::openmode) {
  if (is_open() || !file)
    return nullptr;
  _M_cfile = file;
  _M_cfile_created = false;
  return this;
}

__basic_file<char> *
__basic_file<char>::sys_open(int fd, ios_base::openmode mode) throw() {
  const char *text = modeText(mode);
  if (!text || is_open())
    return nullptr;
  _M_cfile = fdopen(fd, text);
  _M_cfile_created = _M_cfile;
  return _M_cfile ? this : nullptr;
}

__basic_file<char> *__basic_file<char>::close() {
  if (!is_open())
    return nullptr;
  int error = _M_cfile_created ? fclose(_M_cfile) : 0;
  _M_cfile = nullptr;
  _M_cfile_created = false;
  return error ? nullptr : this;
}

bool __basic_file<char>::is_open() const throw() { return _M_cfile; }
int __basic_file<char>::fd() throw() { return fileno(_M_cfile); }
__c_file *__basic_file<char>::file() throw() { return _M_cfile; }

streamsize __basic_file<char>::xsputn(const char *from, streamsize size) {
  return writeAll(fd(), from, size);
}
streamsize __basic_file<char>::xsputn_2(const char *first, streamsize firstSize,
                                        const char *second,
                                        streamsize secondSize) {
  streamsize done = writeAll(fd(), first, firstSize);
  return done < firstSize ? done : done + writeAll(fd(), second, secondSize);
}

streamsize __basic_file<char>::xsgetn(char *to, streamsize size) {
  ssize_t count;
  do
    count = read(fd(), to, size_t(size));
  while (count < 0 && errno == EINTR);
  return count;
}

streamoff __basic_file<char>::seekoff(streamoff offset,
                                      ios_base::seekdir way) throw() {
  int whence = way == ios_base::beg   ? SEEK_SET
               : way == ios_base::cur ? SEEK_CUR
                                      : SEEK_END;
  return lseek(fd(), offset, whence);
}

int __basic_file<char>::sync() { return 0; }

streamsize __basic_file<char>::showmanyc() {
  struct stat status;
  if (fstat(fd(), &status) || !S_ISREG(status.st_mode))
    return 0;
  return status.st_size - lseek(fd(), 0, SEEK_CUR);
}

} // namespace std
