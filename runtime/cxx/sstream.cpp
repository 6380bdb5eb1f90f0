//===- runtime/cxx/sstream.cpp - String streams for char ------------------===//
//
// From the headers. Tested by test/cxx/stringstream*.cpp.
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
