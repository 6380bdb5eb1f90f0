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
#endif

#endif // RBCHECK_PRELUDE_H
