//===- runtime/cxx/complex.cpp - Complex numbers on streams ---------------===//
//
// From the headers. Tested by test/cxx/complex.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/cxx/facets.h"

#include <complex>

namespace std {

template istream &operator>>(istream &, complex<float> &);
template istream &operator>>(istream &, complex<double> &);
template istream &operator>>(istream &, complex<long double> &);
template ostream &operator<<(ostream &, const complex<float> &);
template ostream &operator<<(ostream &, const complex<double> &);
template ostream &operator<<(ostream &, const complex<long double> &);

} // namespace std
