// A buffer class of the program, behind an ostream and an istream.
// RUN: %same %s
#include <cctype>
#include <iostream>
#include <iterator>
#include <sstream>
struct Upper : std::streambuf {
  int overflow(int c) override { return c == EOF ? 0 : putchar(toupper(c)); }
};
struct Count : std::streambuf {
  char c = 'a';
  int underflow() override {
    if (c > 'e')
      return EOF;
    setg(&c, &c, &c + 1);
    return c;
  }
  int uflow() override { return c > 'e' ? EOF : c++; }
};
int main() {
  Upper upper;
  std::ostream out(&upper);
  out << "shout " << 0x1f << std::hex << ' ' << 0x1f << std::endl;
  Count count;
  std::istream in(&count);
  std::string text(std::istreambuf_iterator<char>(in), {});
  std::cout << text << std::endl;
  std::istringstream from("copied");
  std::cout << from.rdbuf() << '\n';
}
