// Hash tables are walked in the same order as natively.
// RUN: %same %s
#include <cstdio>
#include <string>
#include <unordered_map>
#include <unordered_set>
int main() {
  std::unordered_map<int, int> map;
  size_t buckets = 0;
  for (int i = 0; i < 1000; ++i) {
    map[i * 37 % 1009] = i;
    if (map.bucket_count() != buckets)
      printf("%zu buckets\n", buckets = map.bucket_count());
  }
  for (int i = 0; i < 900; ++i)
    map.erase(i);
  for (auto &[k, v] : map)
    printf("%d ", k);
  puts("");
  std::unordered_set<std::string> words;
  for (const char *word : {"", "a", "seven77", "eight888", "a rather long one"})
    words.insert(word);
  for (auto &word : words)
    printf("[%s]", word.c_str());
  words.reserve(100);
  words.max_load_factor(0.5f);
  words.rehash(0);
  printf("%zu %zu\n", words.bucket_count(), std::hash<std::string>()("hash"));
  printf("%zu %zu\n", std::hash<double>()(1.5), std::hash<long double>()(2.5L));
}
