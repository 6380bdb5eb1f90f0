//===- runtime/cxx/facets.h - The facets of the classic locale ------------===//
//
// Streams need four facets. Their places in a locale are fixed here, so asking
// for one is no access to memory that threads share.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "runtime/include/rbcheck_abi.h"
#include "runtime/include/rbcheck_prelude.h"

#include <locale>

namespace std {

enum RbFacet : size_t { kCtype, kNumpunct, kNumPut, kNumGet, kClassicFacets };

/// The most that a locale can hold, with those that a program adds.
constexpr size_t kMaxFacets = 32;

// The ids are defined as data in locale-classic.cpp: no constructors.
template <> locale::id numpunct<char>::id;
template <> locale::id num_put<char>::id;
template <> locale::id num_get<char>::id;

/// The facets of the classic locale and what is derived from them.
extern const void *const rbClassicFacets[kMaxFacets];
extern const void *const rbClassicCaches[kMaxFacets];

#define RB_QUIET __attribute__((section(RB_QUIET_SECTION)))

} // namespace std
