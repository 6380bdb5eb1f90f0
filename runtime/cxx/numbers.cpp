//===- runtime/cxx/numbers.cpp - Reading and printing numbers -------------===//
//
// The facets num_put, num_get and numpunct, from the headers, and what these
// leave to the library. Tested by test/cxx/ostream-*.cpp and istream-*.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/cxx/facets.h"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace std {

RB_QUIET const char *__num_base::_S_atoms_out =
    "-+xX0123456789abcdef0123456789ABCDEF";
RB_QUIET const char *__num_base::_S_atoms_in = "-+xX0123456789abcdefABCDEF";

/// Writes the printf format for a number of a stream; `modifier` may be 'L'.
void __num_base::_S_format_float(const ios_base &stream, char *format,
                                 char modifier) throw() {
  ios_base::fmtflags flags = stream.flags();
  ios_base::fmtflags kind = flags & ios_base::floatfield;
  bool isUpper = flags & ios_base::uppercase;
  bool isHex = kind == (ios_base::fixed | ios_base::scientific);
  *format++ = '%';
  if (flags & ios_base::showpos)
    *format++ = '+';
  if (flags & ios_base::showpoint)
    *format++ = '#';
  if (!isHex) { // the precision is an argument
    *format++ = '.';
    *format++ = '*';
  }
  if (modifier)
    *format++ = modifier;
  if (kind == ios_base::fixed)
    *format++ = isUpper ? 'F' : 'f';
  else if (kind == ios_base::scientific)
    *format++ = isUpper ? 'E' : 'e';
  else if (isHex)
    *format++ = isUpper ? 'A' : 'a';
  else
    *format++ = isUpper ? 'G' : 'g';
  *format = '\0';
}

namespace {

template <typename T, T (*Parse)(const char *, char **)>
void convert(const char *text, T &value, ios_base::iostate &state) {
  char *end;
  value = Parse(text, &end);
  if (end == text || *end) {
    value = 0;
    state = ios_base::failbit;
  } else if (std::isinf(value)) { // too large: the largest, and a failure
    value = value > 0 ? numeric_limits<T>::max() : numeric_limits<T>::lowest();
    state = ios_base::failbit;
  }
}

} // namespace

template <>
void __convert_to_v(const char *text, float &value, ios_base::iostate &state,
                    const __c_locale &) throw() {
  convert<float, strtof>(text, value, state);
}
template <>
void __convert_to_v(const char *text, double &value, ios_base::iostate &state,
                    const __c_locale &) throw() {
  convert<double, strtod>(text, value, state);
}
template <>
void __convert_to_v(const char *text, long double &value,
                    ios_base::iostate &state, const __c_locale &) throw() {
  convert<long double, strtold>(text, value, state);
}

/// Whether digits were grouped as `grouping` demands. `found` has the sizes of
/// the groups from the left, `grouping` from the right, its last one repeated.
bool __verify_grouping(const char *grouping, size_t size,
                       const string &found) throw() {
  size_t groups = found.size();
  for (size_t fromRight = 0; fromRight + 1 < groups; ++fromRight) {
    size_t rule = fromRight < size ? fromRight : size - 1;
    if (found[groups - 1 - fromRight] != grouping[rule])
      return false;
  }
  size_t rule = groups - 1 < size ? groups - 1 : size - 1;
  signed char most = static_cast<signed char>(grouping[rule]);
  return most <= 0 || most == numeric_limits<char>::max() ||
         static_cast<signed char>(found[0]) <= most;
}

template <> void numpunct<char>::_M_initialize_numpunct(__c_locale) {
  if (!_M_data)
    _M_data = new __numpunct_cache<char>;
  _M_data->_M_grouping = "";
  _M_data->_M_grouping_size = 0;
  _M_data->_M_use_grouping = false;
  _M_data->_M_decimal_point = '.';
  _M_data->_M_thousands_sep = ',';
  for (size_t i = 0; i < __num_base::_S_oend; ++i)
    _M_data->_M_atoms_out[i] = __num_base::_S_atoms_out[i];
  for (size_t i = 0; i < __num_base::_S_iend; ++i)
    _M_data->_M_atoms_in[i] = __num_base::_S_atoms_in[i];
  _M_data->_M_truename = "true";
  _M_data->_M_truename_size = 4;
  _M_data->_M_falsename = "false";
  _M_data->_M_falsename_size = 5;
}
template <> numpunct<char>::~numpunct() { delete _M_data; }

// printf and strtod know the "C" locale only, so there is none to change.
extern "C" locale_t __uselocale(locale_t) { return nullptr; }

template struct __numpunct_cache<char>;
template class numpunct<char>;
template class num_get<char>;
template class num_put<char>;

} // namespace std
