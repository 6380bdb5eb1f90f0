//===- runtime/cxx/forced-unwind.cpp - Types that headers let pass --------===//
//
// Library code catches __forced_unwind (the end of a cancelled thread) to throw
// it on. Nothing here throws one, but its type is compared with what is thrown.
// Tested by test/cxx/future-async.cpp.
//
//===----------------------------------------------------------------------===//
#include <cxxabi.h>

namespace __cxxabiv1 {

__forced_unwind::~__forced_unwind() throw() {}
__foreign_exception::~__foreign_exception() throw() {}

} // namespace __cxxabiv1
