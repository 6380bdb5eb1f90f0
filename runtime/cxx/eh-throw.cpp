//===- runtime/cxx/eh-throw.cpp - throw, catch and exception_ptr ----------===//
#include "runtime/cxx/unwind.h"

#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <exception>

using rbcheck::Exception;
using rbcheck::exceptionOf;

namespace {

// Plain data, so that no initialisation code is needed.
thread_local Exception *caught;
thread_local int uncaught;

void end(Exception *exception) {
  Exception *primary = exception->primary;
  if (primary != exception)
    std::free(exception);
  rbcheck::dropReference(primary);
}

} // namespace

void rbcheck::throwIt(Exception *exception) {
  ++uncaught;
  rbcheck::raise(exception);
  // What terminates is an exception that is being handled.
  __cxxabiv1::__cxa_begin_catch(exception);
  std::terminate();
}

void rbcheck::addReference(Exception *primary) {
  __atomic_fetch_add(&primary->references, 1, __ATOMIC_SEQ_CST);
}

void rbcheck::dropReference(Exception *primary) {
  if (__atomic_sub_fetch(&primary->references, 1, __ATOMIC_SEQ_CST) > 0)
    return;
  if (primary->destroy)
    primary->destroy(primary->object());
  std::free(primary);
}

Exception *rbcheck::currentException() { return caught; }

namespace __cxxabiv1 {
extern "C" {

void *__cxa_allocate_exception(size_t size) noexcept {
  auto *exception =
      static_cast<Exception *>(std::malloc(sizeof(Exception) + size));
  if (!exception)
    std::terminate();
  std::memset(exception, 0, sizeof(Exception));
  exception->primary = exception;
  return exception + 1;
}

void __cxa_free_exception(void *object) noexcept {
  std::free(exceptionOf(object));
}

__cxa_refcounted_exception *
__cxa_init_primary_exception(void *object, std::type_info *type,
                             void (*destroy)(void *)) noexcept {
  Exception *exception = exceptionOf(object);
  exception->type = type;
  exception->destroy = destroy;
  return reinterpret_cast<__cxa_refcounted_exception *>(exception);
}

void __cxa_throw(void *object, std::type_info *type, void (*destroy)(void *)) {
  __cxa_init_primary_exception(object, type, destroy);
  exceptionOf(object)->references = 1;
  rbcheck::throwIt(exceptionOf(object));
}

void *__cxa_get_exception_ptr(void *exception) noexcept {
  return static_cast<Exception *>(exception)->adjusted;
}

void *__cxa_begin_catch(void *pointer) noexcept {
  auto *exception = static_cast<Exception *>(pointer);
  exception->handlers =
      (exception->handlers < 0 ? -exception->handlers : exception->handlers) +
      1;
  --uncaught;
  if (caught != exception) {
    exception->nextCaught = caught;
    caught = exception;
  }
  return exception->adjusted;
}

void __cxa_end_catch() {
  Exception *exception = caught;
  if (!exception)
    return;
  if (exception->handlers < 0) {
    // It was thrown again and lives on.
    if (++exception->handlers == 0)
      caught = exception->nextCaught;
    return;
  }
  if (--exception->handlers > 0)
    return;
  caught = exception->nextCaught;
  end(exception);
}

void __cxa_rethrow() {
  Exception *exception = caught;
  if (!exception)
    std::terminate();
  exception->handlers = -exception->handlers;
  rbcheck::throwIt(exception);
}

std::type_info *__cxa_current_exception_type() noexcept {
  return caught ? caught->type : nullptr;
}

/// An exception left a function whose specification does not list it.
void __cxa_call_unexpected(void *exception) {
  __cxa_begin_catch(exception);
  std::terminate();
}

} // extern "C"
} // namespace __cxxabiv1

namespace std {

int uncaught_exceptions() noexcept { return uncaught; }
bool uncaught_exception() noexcept { return uncaught != 0; }

namespace __exception_ptr {

exception_ptr::exception_ptr(void *object) noexcept
    : _M_exception_object(object) {
  _M_addref();
}

void exception_ptr::_M_addref() noexcept {
  if (_M_exception_object)
    rbcheck::addReference(exceptionOf(_M_exception_object));
}

void exception_ptr::_M_release() noexcept {
  if (_M_exception_object)
    rbcheck::dropReference(exceptionOf(_M_exception_object));
  _M_exception_object = nullptr;
}

void *exception_ptr::_M_get() const noexcept { return _M_exception_object; }

const type_info *exception_ptr::__cxa_exception_type() const noexcept {
  return exceptionOf(_M_exception_object)->type;
}

} // namespace __exception_ptr

exception_ptr current_exception() noexcept {
  return caught ? exception_ptr(caught->object()) : exception_ptr();
}

void rethrow_exception(exception_ptr pointer) {
  if (!pointer)
    terminate();
  Exception *primary = exceptionOf(pointer._M_get());
  auto *exception = static_cast<Exception *>(std::malloc(sizeof(Exception)));
  if (!exception)
    terminate();
  std::memset(exception, 0, sizeof(Exception));
  exception->primary = primary;
  exception->type = primary->type;
  rbcheck::addReference(primary);
  // The argument would not be destroyed by throwing: no frame is left here.
  pointer = nullptr;
  rbcheck::throwIt(exception);
}

} // namespace std
