//===- runtime/cxx/assert.cpp - Checks inside the headers -----------------===//
//
// With -D_GLIBCXX_ASSERTIONS: a failed check is reported like a failed assert.
// Tested by test/cxx/assertions.cpp.
//
//===----------------------------------------------------------------------===//
#include <assert.h>

namespace std {

[[noreturn]] void __glibcxx_assert_fail(const char *file, int line,
                                        const char *function,
                                        const char *condition) noexcept {
  __assert_fail(condition, file, unsigned(line), function);
}

} // namespace std
