//===- runtime/cxx/eh-types.cpp - std::exception and its relatives --------===//
//
// Destructors are the key functions of these classes: defining them here gives
// the program their virtual tables and type infos.
//
//===----------------------------------------------------------------------===//
#include <exception>
#include <new>
#include <typeinfo>

namespace std {

exception::~exception() noexcept {}
const char *exception::what() const noexcept { return "std::exception"; }

bad_exception::~bad_exception() noexcept {}
const char *bad_exception::what() const noexcept {
  return "std::bad_exception";
}

bad_alloc::~bad_alloc() noexcept {}
const char *bad_alloc::what() const noexcept { return "std::bad_alloc"; }

bad_array_new_length::~bad_array_new_length() noexcept {}
const char *bad_array_new_length::what() const noexcept {
  return "std::bad_array_new_length";
}

bad_cast::~bad_cast() noexcept {}
const char *bad_cast::what() const noexcept { return "std::bad_cast"; }

bad_typeid::~bad_typeid() noexcept {}
const char *bad_typeid::what() const noexcept { return "std::bad_typeid"; }

nested_exception::~nested_exception() noexcept {}

} // namespace std

extern "C" {
void __cxa_bad_cast() { throw std::bad_cast(); }
void __cxa_bad_typeid() { throw std::bad_typeid(); }
void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }
}
