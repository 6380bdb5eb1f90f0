//===- runtime/cxx/locale.cpp - std::locale -------------------------------===//
//
// The classic locale, and locales to which a program adds facets of its own.
// The classic one is a constant and is not counted; others count their users.
// Named locales other than "C" do not exist.
// Tested by test/cxx/locale.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/cxx/facets.h"

#include <cstring>

namespace std {

namespace {

struct ImplImage {
  int references;
  const void *const *facets;
  size_t facetCount;
  const void *const *caches;
  const char *const *names;
};

const char *const classicNames[] = {"C"};
constinit const ImplImage classicImage = {1, rbClassicFacets, kMaxFacets,
                                          rbClassicCaches, classicNames};

/// How many ids of facets were given out.
size_t idCount = kKnownFacets;

bool isClassicName(const char *name) {
  return !strcmp(name, "C") || !strcmp(name, "POSIX") || !*name;
}

} // namespace

static locale::_Impl *classicImpl() {
  return reinterpret_cast<locale::_Impl *>(
      const_cast<ImplImage *>(&classicImage));
}

// Ids -------------------------------------------------------------------------

size_t locale::id::_M_id() const throw() {
  // In the order of RbFacet.
  const id *const known[] = {&std::ctype<char>::id,
                             &numpunct<char>::id,
                             &num_put<char>::id,
                             &num_get<char>::id,
                             &std::collate<char>::id,
                             &codecvt<char, char, mbstate_t>::id,
                             &time_put<char>::id,
                             &time_get<char>::id,
                             &__timepunct<char>::id,
                             &std::ctype<wchar_t>::id,
                             &numpunct<wchar_t>::id,
                             &num_put<wchar_t>::id,
                             &num_get<wchar_t>::id,
                             &codecvt<wchar_t, char, mbstate_t>::id,
                             &std::collate<wchar_t>::id};
  static_assert(sizeof(known) / sizeof(*known) == kKnownFacets);
  for (size_t i = 0; i < kKnownFacets; ++i)
    if (this == known[i])
      return i;
  size_t index = __atomic_load_n(&_M_index, __ATOMIC_SEQ_CST);
  if (index)
    return index - 1;
  size_t mine = __atomic_add_fetch(&idCount, 1, __ATOMIC_SEQ_CST);
  if (__atomic_compare_exchange_n(&_M_index, &index, mine, false,
                                  __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    return mine - 1;
  return index - 1;
}

// Facets ------------------------------------------------------------------------

locale::facet::~facet() = default;

__c_locale locale::facet::_S_get_c_locale() { return nullptr; }
const char *locale::facet::_S_get_c_name() throw() { return "C"; }
__c_locale locale::facet::_S_clone_c_locale(__c_locale &) throw() {
  return nullptr;
}
void locale::facet::_S_create_c_locale(__c_locale &made, const char *name,
                                       __c_locale) {
  if (!isClassicName(name))
    __throw_runtime_error("locale::facet::_S_create_c_locale name not valid");
  made = nullptr;
}
void locale::facet::_S_destroy_c_locale(__c_locale &made) { made = nullptr; }

// Locales with facets of the program -----------------------------------------------

locale::_Impl::_Impl(const _Impl &other, size_t references)
    : _M_refcount(int(references)),
      _M_facets(new const facet *[kMaxFacets]), _M_facets_size(kMaxFacets),
      _M_caches(new const facet *[kMaxFacets]), _M_names(new char *[1]) {
  _M_names[0] = nullptr;
  for (size_t i = 0; i < kMaxFacets; ++i) {
    _M_facets[i] = other._M_facets[i];
    _M_caches[i] = other._M_caches[i];
    if (_M_facets[i] && _M_facets[i] != rbClassicFacets[i])
      _M_facets[i]->_M_add_reference();
    if (_M_caches[i] && _M_caches[i] != rbClassicCaches[i])
      _M_caches[i]->_M_add_reference();
  }
}

locale::_Impl::~_Impl() throw() {
  for (size_t i = 0; i < kMaxFacets; ++i) {
    if (_M_facets[i] && _M_facets[i] != rbClassicFacets[i])
      _M_facets[i]->_M_remove_reference();
    if (_M_caches[i] && _M_caches[i] != rbClassicCaches[i])
      _M_caches[i]->_M_remove_reference();
  }
  delete[] _M_facets;
  delete[] _M_caches;
  delete[] _M_names;
}

void locale::_Impl::_M_install_facet(const locale::id *id,
                                     const facet *added) {
  if (!added)
    return;
  size_t i = id->_M_id();
  if (i >= kMaxFacets)
    __throw_runtime_error("more facets than rbcheck's library holds");
  added->_M_add_reference();
  if (_M_facets[i] && _M_facets[i] != rbClassicFacets[i])
    _M_facets[i]->_M_remove_reference();
  _M_facets[i] = added;
  // What was derived from the old facets is made anew when asked for.
  for (size_t k = 0; k < kMaxFacets; ++k) {
    if (_M_caches[k] && _M_caches[k] != rbClassicCaches[k])
      _M_caches[k]->_M_remove_reference();
    _M_caches[k] = nullptr;
  }
}

void locale::_Impl::_M_install_cache(const facet *cache, size_t i) {
  cache->_M_add_reference();
  _M_caches[i] = cache;
}

// Locales -----------------------------------------------------------------------------

RB_QUIET locale::_Impl *locale::_S_global = nullptr; // null: the classic one

locale::locale(_Impl *impl) throw() : _M_impl(impl) {}
locale::locale() throw() : _M_impl(_S_global ? _S_global : classicImpl()) {
  if (_M_impl != classicImpl())
    _M_impl->_M_add_reference();
}
locale::locale(const locale &other) throw() : _M_impl(other._M_impl) {
  if (_M_impl != classicImpl())
    _M_impl->_M_add_reference();
}
locale::locale(const char *name) : _M_impl(classicImpl()) {
  if (!isClassicName(name))
    __throw_runtime_error("locale::facet::_S_create_c_locale name not valid");
}
locale::~locale() throw() {
  if (_M_impl != classicImpl())
    _M_impl->_M_remove_reference();
}
const locale &locale::operator=(const locale &other) throw() {
  if (other._M_impl != classicImpl())
    other._M_impl->_M_add_reference();
  if (_M_impl != classicImpl())
    _M_impl->_M_remove_reference();
  _M_impl = other._M_impl;
  return *this;
}
bool locale::operator==(const locale &other) const throw() {
  return _M_impl == other._M_impl;
}
string locale::name() const { return _M_impl == classicImpl() ? "C" : "*"; }

const locale &locale::classic() {
  static const ImplImage *const impl = &classicImage;
  return reinterpret_cast<const locale &>(impl);
}
locale locale::global(const locale &next) {
  locale old;
  if (next._M_impl != classicImpl())
    next._M_impl->_M_add_reference(); // kept until the process ends
  _S_global = next._M_impl;
  return old;
}

// Asking for a facet -------------------------------------------------------------------

#define RB_FACET(type, index)                                                  \
  template <> const type &use_facet<type>(const locale &from) {                \
    return static_cast<const type &>(*from._M_impl->_M_facets[index]);         \
  }                                                                            \
  template <> bool has_facet<type>(const locale &) throw() { return true; }

RB_FACET(ctype<char>, kCtype)
RB_FACET(numpunct<char>, kNumpunct)
RB_FACET(num_put<char>, kNumPut)
RB_FACET(num_get<char>, kNumGet)

} // namespace std
