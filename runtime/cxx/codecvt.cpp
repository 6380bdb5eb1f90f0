//===- runtime/cxx/codecvt.cpp - From characters to bytes, and back -------===//
//
// What files are read and written through. Of wide characters the "C" locale
// knows those below 128. Tested by test/cxx/fstream.cpp, wide-streams.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/cxx/facets.h"

namespace std {

using Narrow = codecvt<char, char, mbstate_t>;
using Wide = codecvt<wchar_t, char, mbstate_t>;
template class __codecvt_abstract_base<char, char, mbstate_t>;
template class __codecvt_abstract_base<wchar_t, char, mbstate_t>;

// Bytes
// ---------------------------------------------------------------------------

Narrow::codecvt(size_t references)
    : __codecvt_abstract_base(references), _M_c_locale_codecvt(nullptr) {}
Narrow::codecvt(__c_locale, size_t references) : codecvt(references) {}
Narrow::~codecvt() = default;
codecvt_base::result Narrow::do_out(mbstate_t &, const char *from, const char *,
                                    const char *&fromNext, char *to, char *,
                                    char *&toNext) const {
  fromNext = from;
  toNext = to;
  return noconv;
}
codecvt_base::result Narrow::do_in(mbstate_t &, const char *from, const char *,
                                   const char *&fromNext, char *to, char *,
                                   char *&toNext) const {
  fromNext = from;
  toNext = to;
  return noconv;
}
codecvt_base::result Narrow::do_unshift(mbstate_t &, char *to, char *,
                                        char *&toNext) const {
  toNext = to;
  return noconv;
}
int Narrow::do_encoding() const throw() { return 1; }
bool Narrow::do_always_noconv() const throw() { return true; }
int Narrow::do_length(mbstate_t &, const char *from, const char *end,
                      size_t most) const {
  return int(min(most, size_t(end - from)));
}
int Narrow::do_max_length() const throw() { return 1; }

// Wide characters
// ---------------------------------------------------------------

namespace {

/// Copies as long as both have room and the characters are plain.
template <typename From, typename To>
codecvt_base::result copyPlain(const From *from, const From *fromEnd,
                               const From *&fromNext, To *to, To *toEnd,
                               To *&toNext) {
  codecvt_base::result result = codecvt_base::ok;
  for (; from < fromEnd; ++from, ++to) {
    if (to == toEnd)
      result = codecvt_base::partial;
    else if (static_cast<unsigned>(*from) >= 128)
      result = codecvt_base::error;
    else
      *to = To(*from);
    if (result != codecvt_base::ok)
      break;
  }
  fromNext = from;
  toNext = to;
  return result;
}

} // namespace

Wide::codecvt(size_t references)
    : __codecvt_abstract_base(references), _M_c_locale_codecvt(nullptr) {}
Wide::codecvt(__c_locale, size_t references) : codecvt(references) {}
Wide::~codecvt() = default;
codecvt_base::result Wide::do_out(mbstate_t &, const wchar_t *from,
                                  const wchar_t *fromEnd,
                                  const wchar_t *&fromNext, char *to,
                                  char *toEnd, char *&toNext) const {
  return copyPlain(from, fromEnd, fromNext, to, toEnd, toNext);
}
codecvt_base::result Wide::do_in(mbstate_t &, const char *from,
                                 const char *fromEnd, const char *&fromNext,
                                 wchar_t *to, wchar_t *toEnd,
                                 wchar_t *&toNext) const {
  return copyPlain(from, fromEnd, fromNext, to, toEnd, toNext);
}
codecvt_base::result Wide::do_unshift(mbstate_t &, char *to, char *,
                                      char *&toNext) const {
  toNext = to;
  return noconv;
}
int Wide::do_encoding() const throw() { return 1; }
bool Wide::do_always_noconv() const throw() { return false; }
int Wide::do_length(mbstate_t &, const char *from, const char *end,
                    size_t most) const {
  return int(min(most, size_t(end - from)));
}
int Wide::do_max_length() const throw() { return 1; }

// The facets
// ------------------------------------------------------------------------

namespace {
extern "C" {
extern Vtable rbCodecvtVtable asm("_ZTVSt7codecvtIcc11__mbstate_tE");
extern Vtable rbWideCodecvtVtable asm("_ZTVSt7codecvtIwc11__mbstate_tE");
}
static_assert(sizeof(FacetWithLocale) == sizeof(Narrow));
static_assert(sizeof(FacetWithLocale) == sizeof(Wide));
constinit const FacetWithLocale kImage = {{rbCodecvtVtable + 2}};
constinit const FacetWithLocale kWideImage = {{rbWideCodecvtVtable + 2}};
} // namespace

RB_LATE_FACET(Narrow, kCodecvt, kImage)
RB_LATE_FACET(Wide, kWideCodecvt, kWideImage)

} // namespace std
