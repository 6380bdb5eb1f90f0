// A cache that many may read at once and one may fill (std::shared_mutex).
//
// Broken: who does not find an entry adds it without looking again, although
// another thread may have added it between the two locks: it is made twice.
#include <cassert>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <thread>

static int made;

class Cache {
public:
  int get(int key) {
    {
      std::shared_lock lock(mutex_);
      auto found = values_.find(key);
      if (found != values_.end())
        return found->second;
    }
    std::unique_lock lock(mutex_);
#ifndef BROKEN
    auto found = values_.find(key);
    if (found != values_.end())
      return found->second;
#endif
    made++;
    return values_[key] = key * key;
  }

private:
  std::shared_mutex mutex_;
  std::map<int, int> values_;
};

int main() {
  Cache cache;
  auto ask = [&] { assert(cache.get(3) == 9); };
  std::thread first(ask), second(ask);
  ask();
  first.join();
  second.join();
  assert(made == 1);
}
