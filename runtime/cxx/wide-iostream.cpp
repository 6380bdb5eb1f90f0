//===- runtime/cxx/wide-iostream.cpp - wcin, wcout, wcerr and wclog -------===//
//
// As iostream.cpp has them for char: without buffers, and quiet. In the "C"
// locale a wide character is written as the byte of the same number; those
// from 128 on end the path. tools/load/Load.cpp has them set up before
// anything else if the program refers to one of them.
// Tested by test/cxx/wide-streams.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/cxx/facets.h"

#include <istream>
#include <ostream>

#include <new>
#include <stdio.h>
#include <unistd.h>

extern "C" void __rb_unsupported(const char *what);

namespace std {

namespace {

using Traits = char_traits<wchar_t>;

class WideOutput final : public wstreambuf {
public:
  explicit WideOutput(int fd) : fd_(fd) {}

protected:
  wint_t overflow(wint_t c) override {
    if (Traits::eq_int_type(c, Traits::eof()))
      return Traits::not_eof(c);
    wchar_t one = Traits::to_char_type(c);
    return xsputn(&one, 1) == 1 ? c : Traits::eof();
  }
  streamsize xsputn(const wchar_t *text, streamsize size) override {
    constexpr streamsize kPart = 64;
    char bytes[kPart];
    for (streamsize done = 0; done < size;) {
      streamsize count = 0;
      while (count < kPart && done + count < size && text[done + count] >= 0 &&
             text[done + count] < 128) {
        bytes[count] = char(text[done + count]);
        ++count;
      }
      if (!count)
        __rb_unsupported("writing a wide character from 128 on");
      if (write(fd_, bytes, size_t(count)) != count)
        return done;
      done += count;
    }
    return size;
  }

private:
  int fd_;
};

/// Keeps one character, and the one before it to be put back.
class WideInput final : public wstreambuf {
protected:
  wint_t underflow() override {
    if (gptr() && gptr() > chars_ && gptr() < egptr())
      return Traits::to_int_type(*gptr());
    int c = getc(stdin);
    if (c == EOF || c >= 128)
      return Traits::eof();
    chars_[0] = chars_[1];
    chars_[1] = wchar_t(c);
    setg(gptr() ? chars_ : chars_ + 1, chars_ + 1, chars_ + 2);
    return Traits::to_int_type(chars_[1]);
  }

private:
  wchar_t chars_[2] = {};
};

template <typename T> struct alignas(T) Room {
  char bytes[sizeof(T)];
  template <typename... Args> T *make(Args... args) {
    return new (bytes) T(args...);
  }
};

RB_QUIET Room<WideOutput> outputBuffer, errorBuffer;
RB_QUIET Room<WideInput> inputBuffer;

} // namespace

extern "C" {
RB_QUIET Room<wistream> rbWcin asm("_ZSt4wcin");
RB_QUIET Room<wostream> rbWcout asm("_ZSt5wcout");
RB_QUIET Room<wostream> rbWcerr asm("_ZSt5wcerr");
RB_QUIET Room<wostream> rbWclog asm("_ZSt5wclog");

void __rb_wide_streams() {
  wstreambuf *output = outputBuffer.make(1), *error = errorBuffer.make(2);
  wostream *out = rbWcout.make(output);
  wostream *err = rbWcerr.make(error);
  rbWclog.make(error);
  rbWcin.make(static_cast<wstreambuf *>(inputBuffer.make()))->tie(out);
  err->setf(ios_base::unitbuf);
  err->tie(out);
}
}

} // namespace std
