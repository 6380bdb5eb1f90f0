//===- runtime/cxx/streambuf.cpp - basic_streambuf for char ---------------===//
//
// From the headers, and the copying of one buffer into another.
// Tested by test/cxx/streambuf.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/include/rbcheck_prelude.h"

#include <streambuf>

namespace std {

template <>
streamsize __copy_streambufs_eof(streambuf *from, streambuf *to,
                                 bool &isAtEnd) {
  using Traits = char_traits<char>;
  streamsize copied = 0;
  isAtEnd = true;
  for (auto c = from->sgetc(); !Traits::eq_int_type(c, Traits::eof());
       c = from->snextc()) {
    if (Traits::eq_int_type(to->sputc(Traits::to_char_type(c)),
                            Traits::eof())) {
      isAtEnd = false;
      break;
    }
    ++copied;
  }
  return copied;
}

template class basic_streambuf<char>;
template streamsize __copy_streambufs(streambuf *, streambuf *);

} // namespace std
