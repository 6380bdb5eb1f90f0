//===- runtime/cxx/string.cpp - std::string and std::wstring --------------===//
//
// The headers have the code; programs refer to one instance of it.
// Tested by test/cxx/string*.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/include/rbcheck_prelude.h"

#include <string>

namespace std {

template class basic_string<char>;
template class basic_string<wchar_t>;

} // namespace std
