//===- runtime/cxx/time-facets.cpp - put_time and get_time ----------------===//
//
// From the headers, with the names and formats of the "C" locale.
// Tested by test/cxx/time-facets.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/cxx/facets.h"

#include <ctime>

namespace std {

template <>
void __timepunct<char>::_M_put(char *to, size_t size, const char *format,
                               const tm *time) const throw() {
  if (!strftime(to, size, format, time))
    *to = '\0';
}

/// What the parts that were read say about the others.
void __time_get_state::_M_finalize_state(tm *time) {
  if (_M_have_I && _M_is_pm)
    time->tm_hour += 12;
  if (_M_have_century)
    time->tm_year =
        (_M_want_century ? time->tm_year % 100 : 0) + (_M_century - 19) * 100;
  if (!_M_want_xday)
    return;
  tm copy{};
  copy.tm_year = time->tm_year;
  copy.tm_mon = time->tm_mon;
  copy.tm_mday = time->tm_mday;
  timegm(&copy);
  if (!_M_have_wday)
    time->tm_wday = copy.tm_wday;
  if (!_M_have_yday)
    time->tm_yday = copy.tm_yday;
}

/// One state for the whole format, as GCC has it: %p may come before %I.
template <>
istreambuf_iterator<char>
time_get<char>::get(iter_type at, iter_type end, ios_base &stream,
                    ios_base::iostate &error, tm *time, const char *format,
                    const char *formatEnd) const {
  const string text(format, formatEnd);
  __time_get_state state = __time_get_state();
  error = ios_base::goodbit;
  at = _M_extract_via_format(at, end, stream, error, time, text.c_str(), state);
  state._M_finalize_state(time);
  if (at == end)
    error |= ios_base::eofbit;
  return at;
}

namespace {

extern "C" {
extern Vtable rbTimePutVtable asm(
    "_ZTVSt8time_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEE");
extern Vtable rbTimeGetVtable asm("_ZTVNSt7__cxx118time_getIcSt19istreambuf_"
                                  "iteratorIcSt11char_traitsIcEEEE");
extern Vtable rbTimepunctVtable asm("_ZTVSt11__timepunctIcE");
extern Vtable rbTimepunctCacheVtable asm("_ZTVSt17__timepunct_cacheIcE");
}

struct CacheImage {
  FacetImage facet;
  const char *dateFormats[2], *timeFormats[2], *bothFormats[2];
  const char *am, *pm, *twelveHours;
  const char *days[7], *shortDays[7];
  const char *months[12], *shortMonths[12];
  bool isAllocated;
};
static_assert(sizeof(CacheImage) == sizeof(__timepunct_cache<char>));

constinit const CacheImage kCacheImage = {
    {rbTimepunctCacheVtable + 2},
    {"%m/%d/%y", "%m/%d/%y"},
    {"%H:%M:%S", "%H:%M:%S"},
    {"", ""},
    "AM",
    "PM",
    "%I:%M:%S %p",
    {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday",
     "Saturday"},
    {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"},
    {"January", "February", "March", "April", "May", "June", "July", "August",
     "September", "October", "November", "December"},
    {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct",
     "Nov", "Dec"},
    false};

struct TimepunctImage {
  FacetImage facet;
  const CacheImage *data;
  const void *locale;
  const char *name;
};
static_assert(sizeof(TimepunctImage) == sizeof(__timepunct<char>));

constinit const TimepunctImage kTimepunctImage = {
    {rbTimepunctVtable + 2}, &kCacheImage, nullptr, "C"};
constinit const FacetImage kTimePutImage = {rbTimePutVtable + 2};
constinit const FacetImage kTimeGetImage = {rbTimeGetVtable + 2};
static_assert(sizeof(FacetImage) == sizeof(time_put<char>));
static_assert(sizeof(FacetImage) == sizeof(time_get<char>));

} // namespace

template <> void __timepunct<char>::_M_initialize_timepunct(__c_locale) {
  delete _M_data;
  _M_data = reinterpret_cast<__timepunct_cache<char> *>(
      const_cast<CacheImage *>(&kCacheImage));
}

RB_LATE_FACET(__timepunct<char>, kTimepunct, kTimepunctImage)
RB_LATE_FACET(time_put<char>, kTimePut, kTimePutImage)
RB_LATE_FACET(time_get<char>, kTimeGet, kTimeGetImage)

template struct __timepunct_cache<char>;
template class __timepunct<char>;
template class time_put<char>;
template class time_get<char>;

} // namespace std
