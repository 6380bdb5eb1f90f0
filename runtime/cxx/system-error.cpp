//===- runtime/cxx/system-error.cpp - system_error and its categories -----===//
//
// Tested by test/cxx/system-error.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/cxx/error-category.h"

#include <cerrno>
#include <cstring>

namespace std {

inline namespace _V2 {

error_category::~error_category() = default;

__cow_string error_category::_M_message(int value) const {
  return __cow_string(message(value));
}
error_condition error_category::default_error_condition(int value) const
    noexcept {
  return error_condition(value, *this);
}
bool error_category::equivalent(int value,
                                const error_condition &condition) const
    noexcept {
  return default_error_condition(value) == condition;
}
bool error_category::equivalent(const error_code &code, int value) const
    noexcept {
  return code.category() == *this && code.value() == value;
}

} // namespace _V2

namespace {

struct GenericCategory final : error_category {
  const char *name() const noexcept override { return "generic"; }
  string message(int value) const override { return strerror(value); }
};

struct SystemCategory final : error_category {
  const char *name() const noexcept override { return "system"; }
  string message(int value) const override { return strerror(value); }
  error_condition default_error_condition(int value) const noexcept override {
    if (value >= 0 && value <= EHWPOISON) // what errno can be
      return error_condition(value, generic_category());
    return error_condition(value, *this);
  }
};

RB_CATEGORY(GenericCategory) kGeneric;
RB_CATEGORY(SystemCategory) kSystem;

} // namespace

const error_category &_V2::generic_category() noexcept { return kGeneric; }
const error_category &_V2::system_category() noexcept { return kSystem; }

error_condition error_code::default_error_condition() const noexcept {
  return category().default_error_condition(value());
}

system_error::~system_error() noexcept = default;

void __throw_system_error(int value) {
  throw system_error(error_code(value, generic_category()));
}

} // namespace std
