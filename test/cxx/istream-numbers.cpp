// Reading numbers, good ones and bad ones.
// RUN: %same %s
#include <iostream>
#include <sstream>
template <typename T> void read(const char *text) {
  std::istringstream in(text);
  T value{};
  in >> value;
  std::cout << text << ": " << value << ' ' << in.fail() << in.eof() << '\n';
}
int main() {
  read<int>("42"), read<int>(" -7 x"), read<int>("x"), read<int>("99999999999");
  read<unsigned>("-1"), read<long>("+12"), read<short>("70000"), read<bool>("1");
  read<double>("2.5e3"), read<double>(".5."), read<float>("1e60");
  read<double>("nan"), read<long double>("-0.25"), read<unsigned long long>("0x1f");
  std::istringstream in("ff 17 0x1f true");
  int a, b, c;
  bool d;
  in >> std::hex >> a >> std::oct >> b;
  in.unsetf(std::ios::basefield);
  in >> c >> std::boolalpha >> d;
  std::cout << a << ' ' << b << ' ' << c << ' ' << d << std::endl;
}
