//===- runtime/cxx/eh-terminate.cpp - std::terminate and its handler ------===//
#include "runtime/cxx/unwind.h"

#include <cstdlib>
#include <exception>

namespace {

std::terminate_handler handler;

[[noreturn]] void report() {
  rbcheck::Exception *exception = rbcheck::currentException();
  if (!exception)
    __rb_terminate(nullptr, nullptr);
  void *object = exception->object();
  const char *what = nullptr;
  if (rbcheck::isCaught(typeid(std::exception), *exception->type, object))
    what = static_cast<std::exception *>(object)->what();
  __rb_terminate(exception->type->name(), what);
}

} // namespace

namespace std {

terminate_handler set_terminate(terminate_handler function) noexcept {
  return __atomic_exchange_n(&handler, function, __ATOMIC_SEQ_CST);
}

terminate_handler get_terminate() noexcept {
  return __atomic_load_n(&handler, __ATOMIC_SEQ_CST);
}

void terminate() noexcept {
  if (terminate_handler function = get_terminate())
    function();
  report();
}

} // namespace std
