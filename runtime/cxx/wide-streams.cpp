//===- runtime/cxx/wide-streams.cpp - Streams of wide characters ----------===//
//
// From the headers: each line is one that they declare as instantiated
// elsewhere, as in ostream.cpp and its neighbours for char.
// Tested by test/cxx/wide-streams.cpp.
//
//===----------------------------------------------------------------------===//
#define RB_CHAR wchar_t
#include "runtime/cxx/istream-lines.h"

#include <complex>
#include <fstream>
#include <iomanip>
#include <sstream>

namespace std {

template <>
streamsize __copy_streambufs_eof(wstreambuf *from, wstreambuf *to,
                                 bool &isAtEnd) {
  streamsize copied = 0;
  isAtEnd = true;
  for (auto c = from->sgetc(); !isEnd(c); c = from->snextc()) {
    if (isEnd(to->sputc(Traits::to_char_type(c)))) {
      isAtEnd = false;
      break;
    }
    ++copied;
  }
  return copied;
}

template class basic_ios<wchar_t>;
template class basic_streambuf<wchar_t>;
template streamsize __copy_streambufs(wstreambuf *, wstreambuf *);
template class basic_ostream<wchar_t>;
template class basic_istream<wchar_t>;
template class basic_iostream<wchar_t>;
template class basic_stringbuf<wchar_t>;
template class basic_istringstream<wchar_t>;
template class basic_ostringstream<wchar_t>;
template class basic_stringstream<wchar_t>;
template class basic_filebuf<wchar_t>;
template class basic_ifstream<wchar_t>;
template class basic_ofstream<wchar_t>;
template class basic_fstream<wchar_t>;

template wostream &endl(wostream &);
template wostream &ends(wostream &);
template wostream &flush(wostream &);
template wostream &operator<<(wostream &, wchar_t);
template wostream &operator<<(wostream &, char);
template wostream &operator<<(wostream &, const wchar_t *);
template wostream &operator<<(wostream &, const char *);
template wostream &operator<<(wostream &, const wstring &);
template wostream &__ostream_insert(wostream &, const wchar_t *, streamsize);
template wostream &wostream::_M_insert(long);
template wostream &wostream::_M_insert(unsigned long);
template wostream &wostream::_M_insert(bool);
template wostream &wostream::_M_insert(long long);
template wostream &wostream::_M_insert(unsigned long long);
template wostream &wostream::_M_insert(double);
template wostream &wostream::_M_insert(long double);
template wostream &wostream::_M_insert(const void *);
template wostream &operator<<(wostream &, _Setfill<wchar_t>);
template wostream &operator<<(wostream &, _Setiosflags);
template wostream &operator<<(wostream &, _Resetiosflags);
template wostream &operator<<(wostream &, _Setbase);
template wostream &operator<<(wostream &, _Setprecision);
template wostream &operator<<(wostream &, _Setw);
template wostream &operator<<(wostream &, const complex<float> &);
template wostream &operator<<(wostream &, const complex<double> &);
template wostream &operator<<(wostream &, const complex<long double> &);

template wistream &ws(wistream &);
template wistream &operator>>(wistream &, wchar_t &);
template wistream &operator>>(wistream &, wstring &);
template void __istream_extract(wistream &, wchar_t *, streamsize);
template wistream &getline(wistream &, wstring &);
template wistream &wistream::_M_extract(unsigned short &);
template wistream &wistream::_M_extract(unsigned int &);
template wistream &wistream::_M_extract(long &);
template wistream &wistream::_M_extract(unsigned long &);
template wistream &wistream::_M_extract(bool &);
template wistream &wistream::_M_extract(long long &);
template wistream &wistream::_M_extract(unsigned long long &);
template wistream &wistream::_M_extract(float &);
template wistream &wistream::_M_extract(double &);
template wistream &wistream::_M_extract(long double &);
template wistream &wistream::_M_extract(void *&);
template wistream &operator>>(wistream &, _Setfill<wchar_t>);
template wistream &operator>>(wistream &, _Setiosflags);
template wistream &operator>>(wistream &, _Resetiosflags);
template wistream &operator>>(wistream &, _Setbase);
template wistream &operator>>(wistream &, _Setprecision);
template wistream &operator>>(wistream &, _Setw);
template wistream &operator>>(wistream &, complex<float> &);
template wistream &operator>>(wistream &, complex<double> &);
template wistream &operator>>(wistream &, complex<long double> &);

} // namespace std
