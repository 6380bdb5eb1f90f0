//===- runtime/cxx/sstream-cxx17.cpp - String streams before C++20 --------===//
//
// Compiled as C++17, where members like str() have other types than in C++20
// (runtime/cxx/sstream.cpp). Tested by test/cxx/standards.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/cxx/facets.h"

#include <sstream>

namespace std {

template class basic_stringbuf<char>;
template class basic_istringstream<char>;
template class basic_ostringstream<char>;
template class basic_stringstream<char>;

} // namespace std
