// Members of std::string that live in the library.
// RUN: %same %s
// RUN: %same %s -O1
// RUN: %same %s -std=c++20
#include <cassert>
#include <cstdio>
#include <string>
int main() {
  std::string s = "abc";
  for (int i = 0; i < 30; ++i)
    s += std::to_string(i);
  s.insert(3, "--").replace(0, 1, "ZZZ").erase(5, 2);
  printf("%s %zu\n", s.c_str(), s.size());
  printf("%zu %zu %zu\n", s.find("10"), s.rfind('1'), s.find_first_of("98"));
  printf("%zu %d\n", s.find_last_not_of("0123456789"), s.compare("abc") > 0);
  std::string copy = s, moved = std::move(copy), sub = s.substr(4, 6);
  printf("%s %s\n", sub.c_str(), (sub + "/" + 'c' + moved).c_str());
  sub.resize(20, '.'), sub.push_back('!'), sub.shrink_to_fit();
  printf("%s|\n", sub.c_str());
  sub.assign(5, 'x'), sub.swap(s);
  printf("%s %s\n", s.c_str(), sub.c_str());
  printf("%d %ld %g %s\n", std::stoi("42"), std::stol("-7"), std::stod("2.5"),
         std::to_string(1.5).c_str());
  s.clear();
  assert(s.empty() && s < sub);
  std::wstring wide = L"wide";
  wide += L"r";
  printf("%zu\n", wide.size());
}
