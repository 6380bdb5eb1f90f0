//===- runtime/cxx/ctype.cpp - ctype<char> --------------------------------===//
//
// For the "C" locale, or with a table that the program made.
// Tested by test/cxx/locale.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/cxx/facets.h"

namespace std {

ctype<char>::ctype(const mask *table, bool owns, size_t references)
    : ctype(__c_locale(), table, owns, references) {}
ctype<char>::ctype(__c_locale, const mask *table, bool owns, size_t references)
    : facet(references), _M_c_locale_ctype(nullptr), _M_del(table && owns),
      _M_toupper(nullptr), _M_tolower(nullptr),
      _M_table(table ? table : classic_table()), _M_widen_ok(0), _M_widen(),
      _M_narrow(), _M_narrow_ok(0) {}
ctype<char>::~ctype() {
  if (_M_del)
    delete[] table();
}

char ctype<char>::do_toupper(char c) const {
  return 'a' <= c && c <= 'z' ? char(c - 'a' + 'A') : c;
}
char ctype<char>::do_tolower(char c) const {
  return 'A' <= c && c <= 'Z' ? char(c - 'A' + 'a') : c;
}
const char *ctype<char>::do_toupper(char *at, const char *end) const {
  for (; at < end; ++at)
    *at = do_toupper(*at);
  return end;
}
const char *ctype<char>::do_tolower(char *at, const char *end) const {
  for (; at < end; ++at)
    *at = do_tolower(*at);
  return end;
}

/// Fills the table that the inline functions look into. A program's own class
/// may widen in its own way, and then the quick ways must not be taken.
void ctype<char>::_M_widen_init() const {
  char all[sizeof(_M_widen)];
  for (size_t i = 0; i < sizeof(all); ++i)
    all[i] = char(i);
  do_widen(all, all + sizeof(all), _M_widen);
  _M_widen_ok = __builtin_memcmp(all, _M_widen, sizeof(all)) ? 2 : 1;
}
void ctype<char>::_M_narrow_init() const {
  char all[sizeof(_M_narrow)];
  for (size_t i = 0; i < sizeof(all); ++i)
    all[i] = char(i);
  do_narrow(all, all + sizeof(all), 0, _M_narrow);
  _M_narrow_ok = __builtin_memcmp(all, _M_narrow, sizeof(all)) ? 2 : 1;
}

} // namespace std
