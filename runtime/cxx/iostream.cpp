//===- runtime/cxx/iostream.cpp - cin, cout, cerr and clog ----------------===//
//
// The standard streams have no buffers: what is written goes to write() at
// once, in order with printf, and shared memory that is printed is read there.
// The streams themselves are quiet: the standard lets threads use them without
// a lock, and what they hold decides nothing but how output looks.
// Tested by test/cxx/iostream*.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/cxx/facets.h"

#include <istream>
#include <ostream>

#include <new>
#include <stdio.h>
#include <unistd.h>

namespace std {

namespace {

using Traits = char_traits<char>;

class OutputBuffer final : public streambuf {
public:
  explicit OutputBuffer(int fd) : fd_(fd) {}

protected:
  int overflow(int c) override {
    if (Traits::eq_int_type(c, Traits::eof()))
      return Traits::not_eof(c);
    char byte = Traits::to_char_type(c);
    return write(fd_, &byte, 1) == 1 ? c : Traits::eof();
  }
  streamsize xsputn(const char *text, streamsize size) override {
    return size ? write(fd_, text, size_t(size)) : 0;
  }

private:
  int fd_;
};

/// Keeps one character, and the one before it to be put back.
class InputBuffer final : public streambuf {
protected:
  int underflow() override {
    if (gptr() && gptr() > bytes_ && gptr() < egptr())
      return Traits::to_int_type(*gptr());
    int c = getc(stdin);
    if (c == EOF)
      return Traits::eof();
    bytes_[0] = bytes_[1];
    bytes_[1] = char(c);
    setg(gptr() ? bytes_ : bytes_ + 1, bytes_ + 1, bytes_ + 2);
    return Traits::to_int_type(bytes_[1]);
  }

private:
  char bytes_[2] = {};
};

template <typename T> struct alignas(T) Room {
  char bytes[sizeof(T)];
  template <typename... Args> T *make(Args... args) {
    return new (bytes) T(args...);
  }
};

RB_QUIET Room<OutputBuffer> outputBuffer, errorBuffer;
RB_QUIET Room<InputBuffer> inputBuffer;
RB_QUIET bool isSetUp;

} // namespace

extern "C" {
RB_QUIET Room<istream> rbCin asm("_ZSt3cin");
RB_QUIET Room<ostream> rbCout asm("_ZSt4cout");
RB_QUIET Room<ostream> rbCerr asm("_ZSt4cerr");
RB_QUIET Room<ostream> rbClog asm("_ZSt4clog");
}

// Every file that includes <iostream> has an object of this class. The first
// one comes before anything else; nothing has to be flushed at the end.
ios_base::Init::Init() {
  if (isSetUp)
    return;
  isSetUp = true;
  streambuf *output = outputBuffer.make(1), *error = errorBuffer.make(2);
  ostream *cout = rbCout.make(output);
  ostream *cerr = rbCerr.make(error);
  rbClog.make(error);
  rbCin.make(static_cast<streambuf *>(inputBuffer.make()))->tie(cout);
  cerr->setf(unitbuf);
  cerr->tie(cout);
}
ios_base::Init::~Init() = default;

bool ios_base::sync_with_stdio(bool isSynchronised) {
  RB_QUIET static bool isOn = true;
  bool was = isOn;
  isOn = isSynchronised;
  return was;
}

} // namespace std
