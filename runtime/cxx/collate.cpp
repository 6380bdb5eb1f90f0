//===- runtime/cxx/collate.cpp - How the "C" locale compares strings ------===//
//
// By their characters: a string is its own key. Tested by test/cxx/regex.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/cxx/facets.h"

#include <cstring>
#include <cwchar>

namespace std {

template <>
int collate<char>::_M_compare(const char *a, const char *b) const throw() {
  int order = strcmp(a, b);
  return (order > 0) - (order < 0);
}
template <>
size_t collate<char>::_M_transform(char *to, const char *from,
                                   size_t size) const throw() {
  size_t length = strlen(from);
  if (size)
    strncpy(to, from, size);
  return length;
}
template <>
int collate<wchar_t>::_M_compare(const wchar_t *a, const wchar_t *b) const
    throw() {
  int order = wcscmp(a, b);
  return (order > 0) - (order < 0);
}
template <>
size_t collate<wchar_t>::_M_transform(wchar_t *to, const wchar_t *from,
                                      size_t size) const throw() {
  size_t length = wcslen(from);
  if (size)
    wcsncpy(to, from, size);
  return length;
}

template class collate<char>;
template class collate<wchar_t>;

namespace {
extern "C" {
extern Vtable rbCollateVtable asm("_ZTVNSt7__cxx117collateIcEE");
extern Vtable rbWideCollateVtable asm("_ZTVNSt7__cxx117collateIwEE");
}
static_assert(sizeof(FacetWithLocale) == sizeof(collate<char>));
constinit const FacetWithLocale kImage = {{rbCollateVtable + 2}};
constinit const FacetWithLocale kWideImage = {{rbWideCollateVtable + 2}};
} // namespace

RB_LATE_FACET(collate<char>, kCollate, kImage)
RB_LATE_FACET(collate<wchar_t>, kWideCollate, kWideImage)

} // namespace std
