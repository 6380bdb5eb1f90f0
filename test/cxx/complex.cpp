// Complex numbers: printed, read, and what <complex.h> computes.
// RUN: %same %s -std=c++17
// RUN: %same %s -std=c++20 -O2
#include <complex>
#include <iomanip>
#include <iostream>
#include <sstream>

int main() {
  std::complex<double> z(1.5, -2);
  std::cout << z << z * z << z / 3.0 << std::abs(z) << std::arg(z) << "\n";
  std::cout << std::exp(z) << std::log(z) << std::sqrt(z) << std::pow(z, z)
            << std::pow(z, 2.0) << std::polar(1.0, 0.5) << "\n";
  std::cout << std::sin(z) << std::cosh(z) << std::tan(z) << std::asin(z)
            << std::atanh(z) << std::acos(z) << "\n";
  std::istringstream in("(3,4) 5 (6)");
  while (in >> z)
    std::cout << z << std::norm(z) << std::conj(z) << " ";
  std::cout << "\n";
  std::complex<float> f(1, 2);
  std::cout << std::setprecision(4) << std::sqrt(f) << std::exp(f)
            << std::pow(f, f) << std::setw(12) << f << "\n";
  std::complex<long double> l(1, 2);
  std::cout << l * l << "\n";
}
