// Quicksort whose left half is sorted by another thread (std::async).
//
// Broken: the left half goes one element too far, beyond the pivot: both
// threads touch one element.
#include <algorithm>
#include <cassert>
#include <future>
#include <vector>

static void sort(std::vector<int> &values, int from, int to, int levels) {
  if (to - from < 2)
    return;
  int pivot = values[to - 1];
  auto middle = std::partition(values.begin() + from, values.begin() + to - 1,
                               [&](int value) { return value < pivot; });
  std::iter_swap(middle, values.begin() + to - 1);
  int at = int(middle - values.begin());
#ifdef BROKEN
  int left = std::min(at + 2, to);
#else
  int left = at;
#endif
  if (levels == 0) {
    sort(values, from, at, 0);
    sort(values, at + 1, to, 0);
    return;
  }
  std::future<void> half = std::async(std::launch::async, [&] {
    sort(values, from, left, levels - 1);
  });
  sort(values, at + 1, to, levels - 1);
  half.get();
}

int main() {
  std::vector<int> values = {3, 1, 4, 2};
  // The rightmost element is the pivot: 2.
  sort(values, 0, int(values.size()), 1);
  assert(std::is_sorted(values.begin(), values.end()));
}
