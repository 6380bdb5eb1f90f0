//===- runtime/cxx/facets.h - The facets of the classic locale ------------===//
//
// Streams need four facets, which every locale holds. The others are looked for
// in a locale only if a program added one; else they are constants beside the
// function that asks for them, so that who does not use them does not have them.
// All places are fixed here: asking for one is no access to memory that threads
// share.
//
//===----------------------------------------------------------------------===//
#pragma once

#define RBCHECK_OWN_FACETS
#include "runtime/include/rbcheck_abi.h"
#include "runtime/include/rbcheck_prelude.h"

#include <locale>

namespace std {

enum RbFacet : size_t {
  kCtype,
  kNumpunct,
  kNumPut,
  kNumGet,
  kClassicFacets, ///< those below are in no locale at first
  kCollate = kClassicFacets,
  kCodecvt,
  kTimePut,
  kTimeGet,
  kTimepunct,
  kWideCtype,
  kWideNumpunct,
  kWideNumPut,
  kWideNumGet,
  kWideCodecvt,
  kWideCollate,
  kKnownFacets
};

/// The most that a locale can hold, with those that a program adds.
constexpr size_t kMaxFacets = 32;

// The ids are defined as data in locale-classic.cpp: no constructors.
template <> locale::id numpunct<char>::id;
template <> locale::id num_put<char>::id;
template <> locale::id num_get<char>::id;
template <> locale::id collate<char>::id;
template <> locale::id time_put<char>::id;
template <> locale::id time_get<char>::id;
template <> locale::id __timepunct<char>::id;
template <> locale::id numpunct<wchar_t>::id;
template <> locale::id num_put<wchar_t>::id;
template <> locale::id num_get<wchar_t>::id;
template <> locale::id collate<wchar_t>::id;

/// The facets of the classic locale and what is derived from them.
extern const void *const rbClassicFacets[kMaxFacets];
extern const void *const rbClassicCaches[kMaxFacets];

/// How a facet begins: the address of its class's functions, 16 bytes into the
/// vtable, and its users.
struct FacetImage {
  const void *functions;
  int references = 1;
};
/// One that keeps a locale of C, which does not exist.
struct FacetWithLocale {
  FacetImage facet;
  const void *locale = nullptr;
};
using Vtable = const void *const[3]; // its first words

/// Defines how `type` is asked for; `image` is that of the "C" locale.
#define RB_LATE_FACET(type, index, image)                                      \
  template <> const type &use_facet<type>(const locale &from) {                \
    const locale::facet *own = from._M_impl->_M_facets[index];                 \
    return own ? static_cast<const type &>(*own)                               \
               : reinterpret_cast<const type &>(image);                        \
  }                                                                            \
  template <> bool has_facet<type>(const locale &) throw() { return true; }

/// Where headers ask for one, they have to ask these functions.
#define RB_DECLARE_FACET(...)                                                  \
  template <> const __VA_ARGS__ &use_facet<__VA_ARGS__>(const locale &);       \
  template <> bool has_facet<__VA_ARGS__>(const locale &) throw();

RB_DECLARE_FACET(collate<char>)
RB_DECLARE_FACET(codecvt<char, char, mbstate_t>)
RB_DECLARE_FACET(time_put<char>)
RB_DECLARE_FACET(time_get<char>)
RB_DECLARE_FACET(__timepunct<char>)
RB_DECLARE_FACET(ctype<wchar_t>)
RB_DECLARE_FACET(numpunct<wchar_t>)
RB_DECLARE_FACET(num_put<wchar_t>)
RB_DECLARE_FACET(num_get<wchar_t>)
RB_DECLARE_FACET(codecvt<wchar_t, char, mbstate_t>)
RB_DECLARE_FACET(collate<wchar_t>)

/// The constant one, unless the program added a numpunct of its own.
template <> struct __use_cache<__numpunct_cache<wchar_t>> {
  const __numpunct_cache<wchar_t> *operator()(const locale &from) const;
};

#define RB_QUIET __attribute__((section(RB_QUIET_SECTION)))

} // namespace std
