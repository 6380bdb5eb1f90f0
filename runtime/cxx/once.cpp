//===- runtime/cxx/once.cpp - std::call_once ------------------------------===//
//
// The headers leave the callable in thread-local variables and go through
// pthread_once. C++ programs get their own pthread_once: after a routine that
// threw, the next caller tries again.
// Tested by test/cxx/call-once*.cpp.
//
//===----------------------------------------------------------------------===//
#include <mutex>

#include <pthread.h>

extern "C" {
int __rb_once_enter(pthread_once_t *once);
void __rb_once_leave(pthread_once_t *once);
void __rb_once_cancel(pthread_once_t *once);
}

namespace std {

__thread void *__once_callable;
__thread void (*__once_call)();

extern "C" void __once_proxy() { __once_call(); }

} // namespace std

extern "C" int pthread_once(pthread_once_t *once, void (*routine)()) {
  if (!__rb_once_enter(once))
    return 0;
  try {
    routine();
  } catch (...) {
    __rb_once_cancel(once);
    throw;
  }
  __rb_once_leave(once);
  return 0;
}
