//===- runtime/cxx/wide-facets.cpp - Facets for wide characters -----------===//
//
// Of the "C" locale: characters below 128 are what their bytes are, all others
// are nothing. Laid out as data, as in ../locale-classic.cpp. How numbers are read
// and printed is in the headers. Tested by test/cxx/wide-streams.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/cxx/facets.h"

namespace std {

// Kinds of characters
// ---------------------------------------------------------------

using WideCtype = ctype<wchar_t>;
template class __ctype_abstract_base<wchar_t>;

namespace {
bool isPlain(wchar_t c) { return c >= 0 && c < 128; }
} // namespace

WideCtype::ctype(size_t references)
    : __ctype_abstract_base(references), _M_c_locale_ctype(nullptr) {
  _M_initialize_ctype();
}
WideCtype::ctype(__c_locale, size_t references) : ctype(references) {}
WideCtype::~ctype() = default;

void WideCtype::_M_initialize_ctype() throw() {
  _M_narrow_ok = true;
  for (int c = 0; c < 128; ++c)
    _M_narrow[c] = char(c);
  for (int c = 0; c < 256; ++c)
    _M_widen[c] = c < 128 ? wint_t(c) : wint_t(-1);
}
WideCtype::__wmask_type WideCtype::_M_convert_to_wmask(const mask kinds) const
    throw() {
  return kinds;
}

bool WideCtype::do_is(mask kinds, wchar_t c) const {
  return isPlain(c) && ctype<char>::classic_table()[c] & kinds;
}
const wchar_t *WideCtype::do_is(const wchar_t *at, const wchar_t *end,
                                mask *kinds) const {
  for (; at < end; ++at)
    *kinds++ = isPlain(*at) ? ctype<char>::classic_table()[*at] : 0;
  return end;
}
const wchar_t *WideCtype::do_scan_is(mask kinds, const wchar_t *at,
                                     const wchar_t *end) const {
  while (at < end && !do_is(kinds, *at))
    ++at;
  return at;
}
const wchar_t *WideCtype::do_scan_not(mask kinds, const wchar_t *at,
                                      const wchar_t *end) const {
  while (at < end && do_is(kinds, *at))
    ++at;
  return at;
}

wchar_t WideCtype::do_toupper(wchar_t c) const {
  return L'a' <= c && c <= L'z' ? c - L'a' + L'A' : c;
}
wchar_t WideCtype::do_tolower(wchar_t c) const {
  return L'A' <= c && c <= L'Z' ? c - L'A' + L'a' : c;
}
const wchar_t *WideCtype::do_toupper(wchar_t *at, const wchar_t *end) const {
  for (; at < end; ++at)
    *at = do_toupper(*at);
  return end;
}
const wchar_t *WideCtype::do_tolower(wchar_t *at, const wchar_t *end) const {
  for (; at < end; ++at)
    *at = do_tolower(*at);
  return end;
}

wchar_t WideCtype::do_widen(char c) const {
  return wchar_t(_M_widen[static_cast<unsigned char>(c)]);
}
const char *WideCtype::do_widen(const char *at, const char *end,
                                wchar_t *to) const {
  for (; at < end; ++at)
    *to++ = do_widen(*at);
  return end;
}
char WideCtype::do_narrow(wchar_t c, char other) const {
  return isPlain(c) ? char(c) : other;
}
const wchar_t *WideCtype::do_narrow(const wchar_t *at, const wchar_t *end,
                                    char other, char *to) const {
  for (; at < end; ++at)
    *to++ = do_narrow(*at, other);
  return end;
}

// Numbers
// ------------------------------------------------------------------------

template <> void numpunct<wchar_t>::_M_initialize_numpunct(__c_locale) {
  if (!_M_data)
    _M_data = new __numpunct_cache<wchar_t>;
  _M_data->_M_grouping = "";
  _M_data->_M_grouping_size = 0;
  _M_data->_M_use_grouping = false;
  _M_data->_M_decimal_point = L'.';
  _M_data->_M_thousands_sep = L',';
  for (size_t i = 0; i < __num_base::_S_oend; ++i)
    _M_data->_M_atoms_out[i] = wchar_t(__num_base::_S_atoms_out[i]);
  for (size_t i = 0; i < __num_base::_S_iend; ++i)
    _M_data->_M_atoms_in[i] = wchar_t(__num_base::_S_atoms_in[i]);
  _M_data->_M_truename = L"true";
  _M_data->_M_truename_size = 4;
  _M_data->_M_falsename = L"false";
  _M_data->_M_falsename_size = 5;
}
template <> numpunct<wchar_t>::~numpunct() { delete _M_data; }

// The facets
// ------------------------------------------------------------------------

namespace {

extern "C" {
extern Vtable rbCtypeVtable asm("_ZTVSt5ctypeIwE");
extern Vtable rbNumpunctVtable asm("_ZTVNSt7__cxx118numpunctIwEE");
extern Vtable rbNumpunctCacheVtable asm("_ZTVSt16__numpunct_cacheIwE");
extern Vtable rbNumPutVtable asm(
    "_ZTVSt7num_putIwSt19ostreambuf_iteratorIwSt11char_traitsIwEEE");
extern Vtable rbNumGetVtable asm(
    "_ZTVSt7num_getIwSt19istreambuf_iteratorIwSt11char_traitsIwEEE");
}

struct CtypeImage {
  FacetImage facet;
  const void *locale;
  bool isNarrowSet;
  char narrow[128];
  wint_t widen[256];
  ctype_base::mask bits[16];
  wctype_t kinds[16];
};
static_assert(sizeof(CtypeImage) == sizeof(WideCtype));

struct CacheImage {
  FacetImage facet;
  const char *grouping;
  size_t groupingSize;
  bool usesGrouping;
  const wchar_t *trueName;
  size_t trueNameSize;
  const wchar_t *falseName;
  size_t falseNameSize;
  wchar_t decimalPoint;
  wchar_t thousandsSeparator;
  wchar_t atomsOut[__num_base::_S_oend];
  wchar_t atomsIn[__num_base::_S_iend];
  bool isAllocated;
};
static_assert(sizeof(CacheImage) == sizeof(__numpunct_cache<wchar_t>));

struct NumpunctImage {
  FacetImage facet;
  const CacheImage *data;
};
static_assert(sizeof(NumpunctImage) == sizeof(numpunct<wchar_t>));

constexpr CtypeImage makeCtype() {
  CtypeImage image{{rbCtypeVtable + 2}, nullptr, true, {}, {}, {}, {}};
  for (int c = 0; c < 128; ++c)
    image.narrow[c] = char(c);
  for (int c = 0; c < 256; ++c)
    image.widen[c] = c < 128 ? wint_t(c) : wint_t(-1);
  return image;
}
constexpr CacheImage makeCache() {
  CacheImage image{{rbNumpunctCacheVtable + 2},
                   "",
                   0,
                   false,
                   L"true",
                   4,
                   L"false",
                   5,
                   L'.',
                   L',',
                   {},
                   {},
                   false};
  const wchar_t out[] = L"-+xX0123456789abcdef0123456789ABCDEF";
  const wchar_t in[] = L"-+xX0123456789abcdefABCDEF";
  for (size_t i = 0; i < __num_base::_S_oend; ++i)
    image.atomsOut[i] = out[i];
  for (size_t i = 0; i < __num_base::_S_iend; ++i)
    image.atomsIn[i] = in[i];
  return image;
}

constinit const CtypeImage kCtypeImage = makeCtype();
constinit const CacheImage kCacheImage = makeCache();
constinit const NumpunctImage kNumpunctImage = {{rbNumpunctVtable + 2},
                                                &kCacheImage};
constinit const FacetImage kNumPutImage = {rbNumPutVtable + 2};
constinit const FacetImage kNumGetImage = {rbNumGetVtable + 2};

} // namespace

RB_LATE_FACET(ctype<wchar_t>, kWideCtype, kCtypeImage)
RB_LATE_FACET(numpunct<wchar_t>, kWideNumpunct, kNumpunctImage)
RB_LATE_FACET(num_put<wchar_t>, kWideNumPut, kNumPutImage)
RB_LATE_FACET(num_get<wchar_t>, kWideNumGet, kNumGetImage)

const __numpunct_cache<wchar_t> *
__use_cache<__numpunct_cache<wchar_t>>::operator()(const locale &from) const {
  locale::_Impl *impl = from._M_impl;
  if (!impl->_M_facets[kWideNumpunct])
    return reinterpret_cast<const __numpunct_cache<wchar_t> *>(&kCacheImage);
  if (!impl->_M_caches[kWideNumpunct]) {
    auto *made = new __numpunct_cache<wchar_t>;
    made->_M_cache(from);
    impl->_M_install_cache(made, kWideNumpunct);
  }
  return static_cast<const __numpunct_cache<wchar_t> *>(
      impl->_M_caches[kWideNumpunct]);
}

template struct __numpunct_cache<wchar_t>;
template class numpunct<wchar_t>;
template class num_get<wchar_t>;
template class num_put<wchar_t>;

} // namespace std
