//===- runtime/include/rbcheck_prelude.h - Templates stay in the program --===//
//
// For C++ compiled against libstdc++'s headers, as the first include:
//
//   clang++-19 -include rbcheck_prelude.h ...
//
// The headers declare strings and streams as instantiated elsewhere; with this
// they are instantiated in the program. Programs work without it, too. In C it
// does nothing.
//
//===----------------------------------------------------------------------===//
#ifndef RBCHECK_PRELUDE_H
#define RBCHECK_PRELUDE_H

#if defined(__cplusplus) && __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0

/* Locales hold some facets only (runtime/cxx/facets.h); for the others the
   library has to be asked. */
#if __has_include(<bits/localefwd.h>) && !defined(RBCHECK_OWN_FACETS)
#include <bits/localefwd.h>
#define RB_ASK_LIBRARY(...)                                                    \
  extern template const __VA_ARGS__ &use_facet<__VA_ARGS__>(const locale &);   \
  extern template bool has_facet<__VA_ARGS__>(const locale &) throw();
namespace std {
template <typename> class __timepunct;
RB_ASK_LIBRARY(collate<char>)
RB_ASK_LIBRARY(codecvt<char, char, mbstate_t>)
RB_ASK_LIBRARY(time_put<char>)
RB_ASK_LIBRARY(time_get<char>)
RB_ASK_LIBRARY(__timepunct<char>)
RB_ASK_LIBRARY(ctype<wchar_t>)
RB_ASK_LIBRARY(numpunct<wchar_t>)
RB_ASK_LIBRARY(num_put<wchar_t>)
RB_ASK_LIBRARY(num_get<wchar_t>)
RB_ASK_LIBRARY(codecvt<wchar_t, char, mbstate_t>)
RB_ASK_LIBRARY(collate<wchar_t>)
} // namespace std
#undef RB_ASK_LIBRARY
#endif
#endif

#endif // RBCHECK_PRELUDE_H
