//===- runtime/cxx/locale-classic.cpp - The facets of the "C" locale ------===//
//
// They are laid out here as data: constants need no constructor when a program
// starts, and reading them is never a visible operation. Each begins with the
// address of its class's functions, 16 bytes into the vtable.
//
// ctype<char> fills a table while it is used, so it is not a constant, but it
// is quiet: what it holds is the same in any order.
//
//===----------------------------------------------------------------------===//
#include "runtime/cxx/facets.h"

#include <array>

namespace std {

namespace {

extern "C" {
extern Vtable rbCtypeVtable asm("_ZTVSt5ctypeIcE");
extern Vtable rbNumpunctVtable asm("_ZTVNSt7__cxx118numpunctIcEE");
extern Vtable rbNumpunctCacheVtable asm("_ZTVSt16__numpunct_cacheIcE");
extern Vtable rbNumPutVtable asm(
    "_ZTVSt7num_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEE");
extern Vtable rbNumGetVtable asm(
    "_ZTVSt7num_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEE");
}

// Ids are told apart by their addresses.
extern "C" {
size_t rbCtypeId asm("_ZNSt5ctypeIcE2idE") = 0;
size_t rbNumpunctId asm("_ZNSt7__cxx118numpunctIcE2idE") = 0;
size_t rbNumPutId asm(
    "_ZNSt7num_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEE2idE") = 0;
size_t rbNumGetId asm(
    "_ZNSt7num_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEE2idE") = 0;
size_t rbCollateId asm("_ZNSt7__cxx117collateIcE2idE") = 0;
size_t rbCodecvtId asm("_ZNSt7codecvtIcc11__mbstate_tE2idE") = 0;
size_t rbTimePutId asm(
    "_ZNSt8time_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEE2idE") = 0;
size_t rbTimeGetId asm("_ZNSt7__cxx118time_getIcSt19istreambuf_iteratorIcSt11"
                       "char_traitsIcEEE2idE") = 0;
size_t rbTimepunctId asm("_ZNSt11__timepunctIcE2idE") = 0;
size_t rbWideCtypeId asm("_ZNSt5ctypeIwE2idE") = 0;
size_t rbWideNumpunctId asm("_ZNSt7__cxx118numpunctIwE2idE") = 0;
size_t rbWideNumPutId asm(
    "_ZNSt7num_putIwSt19ostreambuf_iteratorIwSt11char_traitsIwEEE2idE") = 0;
size_t rbWideNumGetId asm(
    "_ZNSt7num_getIwSt19istreambuf_iteratorIwSt11char_traitsIwEEE2idE") = 0;
size_t rbWideCodecvtId asm("_ZNSt7codecvtIwc11__mbstate_tE2idE") = 0;
size_t rbWideCollateId asm("_ZNSt7__cxx117collateIwE2idE") = 0;
}

struct CtypeImage {
  FacetImage facet;
  const void *locale;
  bool ownsTable;
  const int *upper, *lower;
  const unsigned short *table;
  char isWidenSet;
  char widen[256];
  char narrow[256];
  char isNarrowSet;
};
static_assert(sizeof(CtypeImage) == sizeof(ctype<char>));

struct NumpunctCacheImage {
  FacetImage facet;
  const char *grouping;
  size_t groupingSize;
  bool usesGrouping;
  const char *trueName;
  size_t trueNameSize;
  const char *falseName;
  size_t falseNameSize;
  char decimalPoint;
  char thousandsSeparator;
  char atomsOut[__num_base::_S_oend];
  char atomsIn[__num_base::_S_iend];
  bool isAllocated;
};
static_assert(sizeof(NumpunctCacheImage) == sizeof(__numpunct_cache<char>));

struct NumpunctImage {
  FacetImage facet;
  const NumpunctCacheImage *data;
};
static_assert(sizeof(NumpunctImage) == sizeof(numpunct<char>));
static_assert(sizeof(FacetImage) == sizeof(num_put<char>));
static_assert(sizeof(FacetImage) == sizeof(num_get<char>));

constexpr bool isIn(int c, int first, int last) {
  return first <= c && c <= last;
}

/// What each character is, as in <ctype.h> for the "C" locale.
constexpr auto kClasses = [] {
  array<unsigned short, 256> table{};
  for (int c = 0; c < 128; ++c) {
    bool isUpper = isIn(c, 'A', 'Z'), isLower = isIn(c, 'a', 'z');
    bool isDigit = isIn(c, '0', '9'), isAlpha = isUpper || isLower;
    bool isPrint = isIn(c, ' ', '~');
    unsigned short mask = 0;
    mask |= isUpper ? ctype_base::upper : 0;
    mask |= isLower ? ctype_base::lower : 0;
    mask |= isAlpha ? ctype_base::alpha : 0;
    mask |= isDigit ? ctype_base::digit : 0;
    mask |= isDigit || isIn(c, 'a', 'f') || isIn(c, 'A', 'F')
                ? ctype_base::xdigit
                : 0;
    mask |= c == ' ' || isIn(c, '\t', '\r') ? ctype_base::space : 0;
    mask |= c == ' ' || c == '\t' ? ctype_base::blank : 0;
    mask |= isPrint ? ctype_base::print : ctype_base::cntrl;
    mask |= isPrint && c != ' ' ? unsigned(_ISgraph) : 0;
    mask |= isAlpha || isDigit ? unsigned(_ISalnum) : 0;
    mask |= isPrint && c != ' ' && !isAlpha && !isDigit ? ctype_base::punct : 0;
    table[c] = mask;
  }
  return table;
}();

constexpr CtypeImage makeCtype() {
  CtypeImage image{{rbCtypeVtable + 2}, nullptr, false, nullptr, nullptr,
                   kClasses.data(),     1,       {},    {},      1};
  for (int c = 0; c < 256; ++c)
    image.widen[c] = image.narrow[c] = char(c);
  return image;
}

constexpr void spell(char *to, const char *from, size_t size) {
  for (size_t i = 0; i < size; ++i)
    to[i] = from[i];
}

constexpr NumpunctCacheImage makeCache() {
  NumpunctCacheImage image{{rbNumpunctCacheVtable + 2},
                           "",
                           0,
                           false,
                           "true",
                           4,
                           "false",
                           5,
                           '.',
                           ',',
                           {},
                           {},
                           false};
  spell(image.atomsOut, "-+xX0123456789abcdef0123456789ABCDEF",
        sizeof(image.atomsOut));
  spell(image.atomsIn, "-+xX0123456789abcdefABCDEF", sizeof(image.atomsIn));
  return image;
}

RB_QUIET constinit CtypeImage ctypeFacet = makeCtype();
constinit const NumpunctCacheImage numpunctCache = makeCache();
constinit const NumpunctImage numpunctFacet = {{rbNumpunctVtable + 2},
                                               &numpunctCache};
constinit const FacetImage numPutFacet = {rbNumPutVtable + 2};
constinit const FacetImage numGetFacet = {rbNumGetVtable + 2};

} // namespace

// In the order of RbFacet.
constinit const void *const rbClassicFacets[kMaxFacets] = {
    &ctypeFacet, &numpunctFacet, &numPutFacet, &numGetFacet};
constinit const void *const rbClassicCaches[kMaxFacets] = {nullptr,
                                                           &numpunctCache};

const ctype_base::mask *ctype<char>::classic_table() throw() {
  return kClasses.data();
}

} // namespace std
