// The classic locale, and one with a facet of the program.
// RUN: %same %s
#include <iostream>
#include <locale>
#include <sstream>
struct Points : std::numpunct<char> {
  char do_thousands_sep() const override { return '.'; }
  char do_decimal_point() const override { return ','; }
  std::string do_grouping() const override { return "\3"; }
  std::string do_truename() const override { return "yes"; }
};
int main() {
  std::locale classic = std::locale::classic(), global;
  std::cout << classic.name() << (classic == global) << '\n';
  auto &kinds = std::use_facet<std::ctype<char>>(classic);
  std::cout << kinds.is(std::ctype_base::digit, '7') << kinds.toupper('q')
            << kinds.widen('w') << kinds.narrow('n', '?')
            << std::isalpha('a', classic) << std::tolower('T', classic) << '\n';
  std::locale points(classic, new Points);
  std::ostringstream out;
  out.imbue(points);
  out << 1234567 << ' ' << 1234.5 << ' ' << std::boolalpha << true;
  std::cout << out.str() << '\n';
  std::istringstream in("1.234.567");
  in.imbue(points);
  int n = 0;
  in >> n;
  std::cout << n << '\n';
  try {
    std::locale("no such locale");
  } catch (const std::runtime_error &e) {
    std::cout << e.what() << std::endl;
  }
}
