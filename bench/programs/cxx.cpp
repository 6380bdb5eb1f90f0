// What programs in C++ do all day, a part of the standard library each: N rounds.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <unordered_map>
#include <vector>

static unsigned nextNumber() {
  static unsigned number = 12345;
  number = number * 1103515245u + 12345u;
  return number >> 8;
}

static unsigned long sorted(int rounds) { // vector, sort, map
  std::vector<unsigned> values;
  for (int i = 0; i < rounds; ++i)
    values.push_back(nextNumber());
  std::sort(values.begin(), values.end());
  std::map<unsigned, unsigned> counts;
  for (unsigned value : values)
    counts[value % 1024] += value;
  unsigned long sum = 0;
  for (auto &[key, value] : counts)
    sum += key ^ value;
  return sum;
}

static unsigned long vectors(int rounds) {
  std::vector<int> values(64);
  unsigned long sum = 0;
  for (int i = 0; i < rounds; ++i) {
    values[i % 64] += i;
    sum += values[(i * 7) % 64];
    values.push_back(i);
    values.pop_back();
  }
  return sum;
}

static unsigned long hashed(int rounds) {
  std::unordered_map<int, int> counts;
  for (int i = 0; i < rounds; ++i)
    counts[int(nextNumber() % 512)] += i;
  unsigned long sum = 0;
  for (auto &[key, value] : counts)
    sum += unsigned(key ^ value);
  return sum;
}

static unsigned long strings(int rounds) {
  std::string text;
  unsigned long sum = 0;
  for (int i = 0; i < rounds; ++i) {
    text += char('a' + i % 26);
    if (text.size() > 64)
      text.clear();
    sum += text.size() + (text < "abcx");
  }
  return sum;
}

static unsigned long shared(int rounds) {
  std::vector<std::shared_ptr<int>> owners;
  for (int i = 0; i < 100; ++i)
    owners.push_back(std::make_shared<int>(i));
  unsigned long sum = 0;
  for (int i = 0; i < rounds; ++i) {
    std::shared_ptr<int> owner = owners[i % 100];
    sum += *owner;
  }
  return sum;
}

static unsigned long functions(int rounds) {
  unsigned long sum = 0;
  std::function<int(int)> next = [&](int value) { return value + int(sum & 1); };
  for (int i = 0; i < rounds; ++i)
    sum += next(i);
  return sum;
}

static unsigned long optionals(int rounds) {
  std::optional<int> value;
  unsigned long sum = 0;
  for (int i = 0; i < rounds; ++i) {
    value = i;
    sum += value.value_or(0);
    if (i % 3 == 0)
      value.reset();
    sum += value.has_value();
  }
  return sum;
}

static unsigned long ranged(int rounds) {
  unsigned long sum = 0;
  for (int value : std::views::iota(0, rounds) |
                       std::views::filter([](int i) { return i % 3 == 0; }) |
                       std::views::transform([](int i) { return i * 2; }))
    sum += value;
  return sum;
}

int main(int, char **arguments) {
  unsigned long (*const kernels[])(int) = {sorted, vectors,   hashed,    strings,
                                           shared, functions, optionals, ranged};
  printf("%lu\n", kernels[KERNEL](1000 * atoi(arguments[1])));
}
