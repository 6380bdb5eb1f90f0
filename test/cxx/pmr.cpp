// Memory resources.
// RUN: %same %s
#include <cstdio>
#include <memory_resource>
#include <string>
#include <vector>
int main() {
  char room[256];
  std::pmr::monotonic_buffer_resource arena(room, sizeof(room));
  std::pmr::vector<int> v(&arena);
  for (int i = 0; i < 200; ++i)
    v.push_back(i);
  std::pmr::string s("a text that is longer than the short ones", &arena);
  printf("%d %s\n", v[150], s.c_str());
  std::pmr::vector<long> plain(10, 3);
  printf("%ld %d\n", plain[9],
         *std::pmr::get_default_resource() == *std::pmr::new_delete_resource());
  try {
    std::pmr::vector<int> none(3, std::pmr::null_memory_resource());
  } catch (const std::bad_alloc &) {
    puts("bad_alloc");
  }
}
