// Printing numbers with all kinds of flags.
// RUN: %same %s
// RUN: %same %s -O1
#include <iomanip>
#include <iostream>
#include <limits>
int main() {
  std::cout << 1 << ' ' << -2L << ' ' << 3u << ' ' << 4ull << ' ' << short(-5)
            << ' ' << true << ' ' << std::boolalpha << false << '\n';
  std::cout << std::hex << std::showbase << 255 << ' ' << std::oct << 8 << ' '
            << std::dec << std::showpos << 7 << std::noshowpos << '\n';
  std::cout << std::setw(6) << 42 << '|' << std::left << std::setw(6) << 42
            << '|' << std::internal << std::setfill('*') << std::setw(6) << -42
            << '|' << std::right << '\n';
  std::cout << 3.14159265 << ' ' << 1e20 << ' ' << 1e-7 << ' ' << 100.0f << '\n';
  std::cout << std::setprecision(3) << 3.14159 << ' ' << std::fixed << 2.0 << ' '
            << std::scientific << 1234.5 << ' ' << std::hexfloat << 1.0 << ' '
            << std::defaultfloat << 1.0L << '\n';
  std::cout << std::numeric_limits<long long>::min() << ' '
            << std::numeric_limits<unsigned long>::max() << ' '
            << std::numeric_limits<double>::infinity() << '\n';
  std::cout << (const void *)16 << ' ' << std::uppercase << std::hex << 48879
            << '\n';
}
