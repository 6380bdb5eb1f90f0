//===- runtime/cxx/wide-sstream-cxx17.cpp - Wide string streams -----------===//
//
// Compiled as C++17, where members like str() have other types than in C++20
// (wide-streams.cpp). Tested by test/cxx/wide-streams.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/cxx/facets.h"

#include <sstream>

namespace std {

template class basic_stringbuf<wchar_t>;
template class basic_istringstream<wchar_t>;
template class basic_ostringstream<wchar_t>;
template class basic_stringstream<wchar_t>;

} // namespace std
