//===- runtime/cxx/stdexcept.cpp - logic_error, runtime_error, children ---===//
//
// The text of an exception is a heap block of its own. A copy copies the text:
// nothing is shared between threads, so nothing needs counting.
// Tested by test/cxx/stdexcept.cpp.
//
//===----------------------------------------------------------------------===//
#include <stdexcept>
#include <string>

#include <cstdlib>
#include <cstring>
#include <utility>

namespace std {

namespace {

const char *copyOf(const char *text, size_t length) {
  char *copy = static_cast<char *>(operator new(length + 1));
  memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

} // namespace

__cow_string::__cow_string() : _M_p(copyOf("", 0)) {}
__cow_string::__cow_string(const string &text)
    : _M_p(copyOf(text.data(), text.size())) {}
__cow_string::__cow_string(const char *text, size_t length)
    : _M_p(copyOf(text, length)) {}
__cow_string::__cow_string(const __cow_string &other) noexcept
    : _M_p(other._M_p ? copyOf(other._M_p, strlen(other._M_p)) : nullptr) {}
__cow_string::__cow_string(__cow_string &&other) noexcept
    : _M_p(std::exchange(other._M_p, nullptr)) {}
__cow_string &__cow_string::operator=(const __cow_string &other) noexcept {
  __cow_string copy(other);
  std::swap(_M_p, copy._M_p);
  return *this;
}
__cow_string &__cow_string::operator=(__cow_string &&other) noexcept {
  std::swap(_M_p, other._M_p);
  return *this;
}
__cow_string::~__cow_string() { operator delete(const_cast<char *>(_M_p)); }

// A base class: all members. What was moved from has an empty text.
#define RB_BASE(name)                                                          \
  name::name(const string &text) : _M_msg(text) {}                             \
  name::name(const char *text) : _M_msg(text, strlen(text)) {}                 \
  name::name(const name &other) noexcept                                       \
      : exception(other), _M_msg(other._M_msg) {}                              \
  name::name(name &&other) noexcept                                            \
      : exception(other), _M_msg(std::move(other._M_msg)) {}                   \
  name &name::operator=(const name &other) noexcept {                          \
    _M_msg = other._M_msg;                                                     \
    return *this;                                                              \
  }                                                                            \
  name &name::operator=(name &&other) noexcept {                               \
    _M_msg = std::move(other._M_msg);                                          \
    return *this;                                                              \
  }                                                                            \
  name::~name() noexcept = default;                                            \
  const char *name::what() const noexcept {                                    \
    return _M_msg._M_p ? _M_msg._M_p : "";                                     \
  }

// A child: its constructors, and the destructor that carries its vtable.
#define RB_CHILD(name, base)                                                   \
  name::name(const string &text) : base(text) {}                               \
  name::name(const char *text) : base(text) {}                                 \
  name::~name() noexcept = default;

RB_BASE(logic_error)
RB_CHILD(domain_error, logic_error)
RB_CHILD(invalid_argument, logic_error)
RB_CHILD(length_error, logic_error)
RB_CHILD(out_of_range, logic_error)

RB_BASE(runtime_error)
RB_CHILD(range_error, runtime_error)
RB_CHILD(overflow_error, runtime_error)
RB_CHILD(underflow_error, runtime_error)

} // namespace std
