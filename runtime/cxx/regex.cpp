//===- runtime/cxx/regex.cpp - What <regex> leaves to its library ---------===//
//
// Errors; the rest is in the headers, on the facets ctype and collate.
// Tested by test/cxx/regex.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/include/rbcheck_prelude.h"

#include <regex>

namespace std {

static const char *textOf(regex_constants::error_type code) {
  static const char *const texts[] = {
      "Invalid collating element in regular expression",
      "Invalid character class in regular expression",
      "Invalid escape in regular expression",
      "Invalid back reference in regular expression",
      "Mismatched '[' and ']' in regular expression",
      "Mismatched '(' and ')' in regular expression",
      "Mismatched '{' and '}' in regular expression",
      "Invalid range in '{}' in regular expression",
      "Invalid character range in regular expression",
      "Insufficient memory to compile regular expression",
      "Invalid '?', '*', or '+' in regular expression",
      "Complexity of regex match exceeded implementation limits",
      "Insufficient memory to determine regex match",
      "Unexpected null character in regular expression",
      "Conflicting regex grammar options",
  };
  size_t number = size_t(code);
  return number < sizeof(texts) / sizeof(*texts) ? texts[number]
                                                 : "regular expression error";
}

regex_error::regex_error(regex_constants::error_type code)
    : runtime_error(textOf(code)), _M_code(code) {}
regex_error::~regex_error() throw() = default;

void __throw_regex_error(regex_constants::error_type code) {
  throw regex_error(code);
}

} // namespace std
