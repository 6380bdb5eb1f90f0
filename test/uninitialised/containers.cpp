// Containers of the standard library hold memory that nobody wrote yet: room of
// vectors, the text of short strings, optional and variant without a value,
// padding. None of it is looked at.
// RUN: %exits 0 rbcheck --uninitialised=report %s | FileCheck %s
// RUN: %exits 1 rbcheck --uninitialised=report --cflags=-DWRONG %s | FileCheck %s --check-prefix=WRONG
// RUN: %rbcc -O2 %s -o %t.bc
// RUN: %exits 0 rbcheck --uninitialised=report %t.bc | FileCheck %s
// CHECK: no-error
// CHECK-NOT: Not exact
#include <cassert>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_map>
#include <variant>
#include <vector>

struct Padded {
  char tag;
  int number;
};

struct Account {
  std::mutex lock;
  int balance;
  int limit = 3;
};

int main() {
  std::string s = "short";
  s += "er";
  std::string l(40, 'x');
  std::swap(s, l);
  assert(l == "shorter" && s.size() == 40 && l < s);
  std::vector<Padded> v;
  for (int i = 0; i < 5; ++i)
    v.push_back({char(i), i});
  std::vector<Padded> w = v;
  assert(w[3].number == 3);
  std::optional<Padded> o, p = o;
  assert(!p);
  o = Padded{1, 2};
  p = o;
  assert(p->number == 2);
  std::variant<int, std::string> x = 3, y = x;
  x = std::string("abc");
  y = x;
  assert(std::get<1>(y) == "abc");
  std::map<std::string, int> m;
  m["a"] = 1;
  m["b"] = 2;
  std::deque<int> d(3, 1);
  d.push_front(4);
  std::unordered_map<int, std::string> u;
  u[3] = "three";
  assert(m.at("b") == 2 && d.front() == 4 && u.count(3));
  std::function<int(int)> f = [k = 3](int z) { return z + k; }, g = f;
  assert(g(1) == 4);
  try { // goes through frames that clean up, with more unwritten memory around
    std::vector<Padded> none;
    none.reserve(3);
    none.at(7).number = 1;
  } catch (const std::out_of_range &) {
  }
  std::unique_ptr<Account> account(new Account);
#ifndef WRONG
  account->balance = 1;
#endif
  std::thread t([&] {
    std::lock_guard<std::mutex> guard(account->lock);
    // WRONG: containers.cpp:[[#@LINE+1]]:{{.*}} error: a branch depends on {{.*}}that was never written
    if (account->balance < account->limit)
      ++account->balance;
  });
  // WRONG: note: {{.*}}allocated by T0
  t.join();
}
