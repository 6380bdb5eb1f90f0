//===- runtime/cxx/fstream.cpp - File streams for char --------------------===//
//
// From the headers. Tested by test/cxx/fstream.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/cxx/facets.h"

#include <fstream>

namespace std {

template class basic_filebuf<char>;
template class basic_ifstream<char>;
template class basic_ofstream<char>;
template class basic_fstream<char>;

} // namespace std
