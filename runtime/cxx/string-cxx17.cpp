//===- runtime/cxx/string-cxx17.cpp - Strings before C++20 ----------------===//
//
// Compiled as C++17. The macro makes constructors ordinary functions that are
// templates in C++17 and were none before, for programs in C++11 and C++14.
// Tested by test/cxx/standards.cpp.
//
//===----------------------------------------------------------------------===//
#define _GLIBCXX_DEFINING_STRING_INSTANTIATIONS 1
#include "runtime/include/rbcheck_prelude.h"

#include <string>

namespace std {

template class basic_string<char>;
template class basic_string<wchar_t>;

} // namespace std
