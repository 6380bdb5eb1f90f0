// String streams: str, seeking, moving, reuse.
// RUN: %same %s
// RUN: %same %s -std=c++20
#include <iostream>
#include <sstream>
int main() {
  std::stringstream s;
  s << "12 words and " << 3.5;
  int n;
  std::string word;
  s >> n >> word;
  std::cout << n << word << s.tellg() << ' ' << s.tellp() << '\n';
  s.seekg(0);
  s >> word;
  std::cout << word << '\n';
  s.str("fresh"), s.clear();
  s.seekp(0, std::ios::end);
  s << "er";
  std::cout << s.str() << '\n';
  std::ostringstream a, b("begin", std::ios::ate);
  b << "+end";
  a = std::move(b);
  std::cout << a.str() << '\n';
  std::stringstream copy;
  copy << s.rdbuf();
  std::cout << copy.str() << std::endl;
}
