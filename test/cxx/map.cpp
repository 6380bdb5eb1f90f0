// std::map: insertion, removal and walking in both directions.
// RUN: %same %s
#include <cassert>
#include <cstdio>
#include <map>
int main() {
  std::map<int, int> map;
  unsigned seed = 1;
  auto next = [&] { return (seed = seed * 1103515245 + 12345) >> 16; };
  for (int i = 0; i < 1500; ++i) {
    int key = int(next() % 300);
    if (next() % 5 < 2)
      map.erase(key);
    else
      map[key] += i;
    if (i % 100 == 0) {
      long sum = 0, last = -1;
      for (auto &[k, v] : map) {
        assert(k > last);
        last = k;
        sum += k * 7 + v;
      }
      for (auto at = map.end(); at != map.begin();) {
        --at;
        assert(at->first <= last);
        last = at->first;
      }
      printf("%zu %ld\n", map.size(), sum);
    }
  }
  auto at = map.lower_bound(150);
  printf("%d %d\n", at->first, std::prev(at)->first);
  while (!map.empty())
    map.erase(map.begin());
  assert(map.begin() == map.end());
  std::multimap<int, char> many{{1, 'a'}, {2, 'b'}, {1, 'c'}};
  for (auto &[k, v] : many)
    printf("%d%c ", k, v);
  printf("%zu\n", many.count(1));
}
