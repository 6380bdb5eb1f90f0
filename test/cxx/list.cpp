// std::list: hooks, splice, swap, reverse, sort.
// RUN: %same %s
#include <cassert>
#include <cstdio>
#include <list>
static void show(const char *name, const std::list<int> &l) {
  printf("%s:", name);
  for (int i : l)
    printf(" %d", i);
  for (auto i = l.rbegin(); i != l.rend(); ++i)
    printf(" -%d", *i);
  puts("");
}
int main() {
  std::list<int> a{5, 1, 4, 2, 3}, b{9, 8}, none;
  a.sort();
  show("sorted", a);
  a.reverse();
  show("reversed", a);
  a.splice(std::next(a.begin()), b);
  show("spliced", a);
  show("empty", b);
  a.swap(none);
  show("swapped", none);
  assert(a.empty());
  none.remove_if([](int i) { return i % 2; });
  show("even", none);
  b.push_back(7), b.push_front(6);
  b.swap(none);
  show("b", b), show("none", none);
  none.merge(b);
  none.unique();
  show("merged", none);
  none.erase(none.begin());
  show("erased", none);
}
