//===- runtime/cxx/forced-unwind.cpp - Threads that end in C++ code -------===//
//
// pthread_exit and cancellation leave frames as an exception does: destructors
// run, and catch (...) and catch (abi::__forced_unwind &) get it, but have to
// throw it on. Frames of C code are left by runtime/pthread/cancel.c.
// Tested by test/cxx/thread-exit*.cpp, test/cxx/future-async.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/cxx/unwind.h"

#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>

using __cxxabiv1::__forced_unwind;
using rbcheck::Exception;

namespace __cxxabiv1 {

__forced_unwind::~__forced_unwind() throw() {}
__foreign_exception::~__foreign_exception() throw() {}

} // namespace __cxxabiv1

namespace {

/// A handler has ended without throwing it on.
void notThrownOn(void *) {
  std::fputs("FATAL: exception not rethrown\n", stderr);
  std::abort();
}

/// Up to the next destructor or handler, or to the end.
void leaveFrames(Exception *exception) {
  const uint64_t end = __rb_unwind_end();
  for (uint64_t frame = __rb_unwind_depth(); frame-- > end;) {
    const Pad *pad = __rb_unwind_pad(frame);
    if (!pad)
      continue;
    if (int selector = rbcheck::selectClause(*pad, *exception))
      __rb_unwind_land(frame, exception, selector);
    if (pad->isCleanup)
      __rb_unwind_land(frame, exception, 0);
  }
  std::free(exception);
  __rb_unwound();
}

} // namespace

void __rb_force_unwind() {
  void *object = __cxxabiv1::__cxa_allocate_exception(sizeof(__forced_unwind));
  Exception *exception = rbcheck::exceptionOf(object);
  exception->type = const_cast<std::type_info *>(&typeid(__forced_unwind));
  exception->destroy = notThrownOn;
  exception->references = 1;
  exception->force = leaveFrames;
  rbcheck::throwIt(exception);
}
