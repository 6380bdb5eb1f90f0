// Short strings, temporaries, lambdas and containers whose life has ended.
// DEFINE: %{w} = 1
// DEFINE: %{check} = %rbcc -w -DWAY=%{w} %s -o %t.bc && \
// DEFINE:   %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %{check}
// REDEFINE: %{w} = 2
// RUN: %{check}
// REDEFINE: %{w} = 3
// RUN: %{check}
// REDEFINE: %{w} = 4
// RUN: %{check}
// REDEFINE: %{w} = 5
// RUN: %{check}
// RUN: %rbcc -w -DWAY=0 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// CHECK: error: read from a local variable
#include <functional>
#include <list>
#include <map>
#include <string>

static const std::string &same(const std::string &s) { return s; }
struct Text {
  std::string s = "abc";
};
static std::function<int()> counter() {
  int n = 3;
  return [&n] { return n; };
}
static const char *name(int n) {
  std::string s(std::size_t(n), 'x');
  return s.c_str();
}
static int fill(int n) {
  std::list<int> list;
  std::map<int, std::string> map;
  for (int i = 0; i < n; i++) {
    list.push_back(i);
    map[i] = "text";
  }
  int sum = 0;
  for (int x : list)
    sum += x;
  for (auto &[key, value] : map)
    sum += key + int(value.size());
  std::list<int> moved = std::move(list);
  return sum + int(moved.size());
}

int main() {
#if WAY == 0
  int all = 0;
  for (int i = 0; i < 3; i++) {
    all += fill(10);
    const std::string &r = same(std::string("kept") + "here");
    const std::string &longer = std::string("extended");
    std::string s("short");
    const char *c = s.c_str();
    std::string t = std::move(s);
    auto add = [&all, &t](int n) { return all + n + int(t.size()); };
    all += add(1) + int(longer.size()) + (i ? std::string("a") : t).size() + (c != nullptr);
    (void)&r;
  }
  return all == 1;
#elif WAY == 1
  const char *c;
  {
    std::string s("short");
    c = s.c_str();
  }
  return c[0] == 'y';
#elif WAY == 2
  const std::string &r = same(std::string("abc"));
  return r.size() == 2;
#elif WAY == 3
  return counter()() == 4;
#elif WAY == 4
  const char *c = name(3), *d = name(3);
  return c[0] == 'y' || d[0] == 'y';
#elif WAY == 5
  const char *c = Text().s.c_str();
  Text other;
  return c[0] == 'y';
#endif
}
