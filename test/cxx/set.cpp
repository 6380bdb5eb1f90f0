// std::set and multiset, and what erasing returns.
// RUN: %same %s
#include <cstdio>
#include <set>
#include <string>
int main() {
  std::set<std::string> names{"pear", "apple", "fig"};
  names.insert("date");
  for (auto at = names.begin(); at != names.end();)
    at = at->size() == 4 ? names.erase(at) : std::next(at);
  for (auto &name : names)
    printf("%s ", name.c_str());
  std::multiset<int, std::greater<int>> many{3, 1, 3, 2};
  many.erase(many.find(3));
  for (int i : many)
    printf("%d ", i);
  printf("%d\n", int(names.count("fig")));
}
