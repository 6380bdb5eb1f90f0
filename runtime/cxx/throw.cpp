//===- runtime/cxx/throw.cpp - The functions by which headers throw -------===//
//
// Containers and other templates throw through these. __throw_system_error and
// its like are beside their categories, in system-error.cpp, future.cpp and
// ios-failure.cpp. Tested by test/cxx/throw-helpers.cpp.
//
//===----------------------------------------------------------------------===//
#include <bits/functexcept.h>
#include <functional>
#include <new>
#include <stdexcept>
#include <typeinfo>

#include <cstdarg>
#include <cstdio>

namespace std {

void __throw_bad_exception() { throw bad_exception(); }
void __throw_bad_alloc() { throw bad_alloc(); }
void __throw_bad_array_new_length() { throw bad_array_new_length(); }
void __throw_bad_cast() { throw bad_cast(); }
void __throw_bad_typeid() { throw bad_typeid(); }
void __throw_bad_function_call() { throw bad_function_call(); }

void __throw_logic_error(const char *text) { throw logic_error(text); }
void __throw_domain_error(const char *text) { throw domain_error(text); }
void __throw_invalid_argument(const char *text) {
  throw invalid_argument(text);
}
void __throw_length_error(const char *text) { throw length_error(text); }
void __throw_out_of_range(const char *text) { throw out_of_range(text); }
void __throw_runtime_error(const char *text) { throw runtime_error(text); }
void __throw_range_error(const char *text) { throw range_error(text); }
void __throw_overflow_error(const char *text) { throw overflow_error(text); }
void __throw_underflow_error(const char *text) { throw underflow_error(text); }

void __throw_out_of_range_fmt(const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);
  throw out_of_range(text);
}

bad_function_call::~bad_function_call() noexcept = default;
const char *bad_function_call::what() const noexcept {
  return "bad_function_call";
}

} // namespace std
