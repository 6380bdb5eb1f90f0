// Containers and strings throw as the standard says.
// RUN: %same %s
#include <any>
#include <array>
#include <bitset>
#include <cstdio>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <variant>
#include <vector>
template <typename F> void expect(F f) {
  try {
    f();
    puts("nothing");
  } catch (const std::out_of_range &e) {
    printf("out_of_range %s\n", e.what());
  } catch (const std::logic_error &e) {
    printf("logic_error %s\n", e.what());
  } catch (const std::exception &e) {
    printf("%s\n", e.what());
  }
}
int main() {
  std::vector<int> v(3);
  std::string s = "abc";
  std::map<int, int> m;
  std::array<int, 2> a{};
  std::deque<int> d;
  expect([&] { v.at(5); });
  expect([&] { s.at(7); });
  expect([&] { s.substr(4); });
  expect([&] { m.at(1); });
  expect([&] { a.at(2); });
  expect([&] { d.at(0); });
  expect([&] { v.reserve(size_t(-1)); });
  expect([&] { s.append(size_t(1) << 62, 'x'); });
  expect([&] { std::string t(nullptr, 1); });
  expect([&] { std::function<void()>()(); });
  expect([&] { std::optional<int>().value(); });
  expect([&] { std::get<int>(std::variant<char, int>('c')); });
  expect([&] { std::any_cast<int>(std::any('c')); });
  expect([&] { std::bitset<4>("01x"); });
  expect([&] { std::stoi("no"); });
  expect([&] { std::stoi("99999999999"); });
  expect([&] { std::vector<int>(size_t(-1) / 8); });
}
