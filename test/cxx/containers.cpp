// Containers and algorithms that live in headers.
// RUN: %same %s
// RUN: %same %s -O2
#include <algorithm>
#include <cstdio>
#include <deque>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <string>
#include <tuple>
#include <variant>
#include <vector>
int main() {
  std::vector<std::string> words{"delta", "alpha", "charlie", "bravo"};
  std::sort(words.begin(), words.end());
  for (auto &word : words)
    printf("%s ", word.c_str());
  std::deque<int> d;
  for (int i = 0; i < 600; ++i)
    i % 2 ? d.push_back(i) : d.push_front(i);
  printf("%d ", std::accumulate(d.begin(), d.end(), 0));
  std::priority_queue<int> heap;
  for (int i : {3, 9, 4})
    heap.push(i);
  printf("%d ", heap.top());
  std::function<int(int)> twice = [](int i) { return 2 * i; };
  std::variant<int, std::string> either = "text";
  auto shared = std::make_shared<std::vector<int>>(5, 1);
  std::weak_ptr<std::vector<int>> weak = shared;
  printf("%d %zu %ld ", twice(21), either.index(), weak.use_count());
  shared.reset();
  auto unique = std::make_unique<int[]>(3);
  auto [a, b] = std::tuple(1, 2.5);
  printf("%d %d %g %d\n", weak.expired(), unique[2], b + a,
         std::optional<int>(4).value_or(1));
}
