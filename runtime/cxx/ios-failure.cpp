//===- runtime/cxx/ios-failure.cpp - What streams throw if asked to -------===//
//
// Tested by test/cxx/stream-exceptions.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/cxx/error-category.h"

#include <ios>

namespace std {

namespace {

struct IostreamCategory final : error_category {
  const char *name() const noexcept override { return "iostream"; }
  string message(int value) const override {
    return value == int(io_errc::stream) ? "iostream error" : "Unknown error";
  }
};

RB_CATEGORY(IostreamCategory) kIostream;

} // namespace

const error_category &iostream_category() noexcept { return kIostream; }

ios_base::failure::failure(const string &text)
    : system_error(io_errc::stream, text) {}
ios_base::failure::failure(const string &text, const error_code &code)
    : system_error(code, text) {}
ios_base::failure::failure(const char *text, const error_code &code)
    : system_error(code, text) {}
ios_base::failure::~failure() noexcept = default;
const char *ios_base::failure::what() const noexcept {
  return system_error::what();
}

void __throw_ios_failure(const char *text) { throw ios_base::failure(text); }
void __throw_ios_failure(const char *text, int error) {
  throw ios_base::failure(text, error
                                    ? error_code(error, system_category())
                                    : make_error_code(io_errc::stream));
}

} // namespace std
