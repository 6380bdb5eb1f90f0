// The counts of shared_ptr and weak_ptr order the last use before the deletion,
// also when a weak_ptr is locked meanwhile. An own count that is decremented
// relaxed does not.
// RUN: %rbcc -std=c++20 %s -o %t.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.bc
// RUN: %rbcc -std=c++20 -DOWN=memory_order_acq_rel %s -o %t.own.bc
// RUN: %exits 0 rbcheck --memory-model=c11 %t.own.bc
// RUN: %rbcc -std=c++20 -DOWN=memory_order_relaxed %s -o %t.weak.bc
// RUN: %exits 1 rbcheck --memory-model=c11 %t.weak.bc | FileCheck %s
// RUN: %exits 0 rbcheck --memory-model=sc %t.weak.bc
// CHECK: error: data race
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>
struct Object {
  int values[2] = {};
  ~Object() { assert(values[0] + values[1] >= 1); }
};
#ifdef OWN
static std::atomic<int> users{2};
static void work(Object *object, int index) {
  object->values[index]++;
  if (users.fetch_sub(1, std::OWN) == 1)
    delete object;
}
int main() {
  auto *object = new Object;
  std::thread other(work, object, 0);
  work(object, 1);
  other.join();
}
#else
int main() {
  auto owner = std::make_shared<Object>();
  std::weak_ptr<Object> watcher = owner;
  std::thread watch([watcher] {
    if (auto locked = watcher.lock())
      locked->values[0]++;
  });
  std::thread use([mine = owner] { mine->values[1]++; });
  owner.reset();
  watch.join();
  use.join();
  assert(watcher.expired());
}
#endif
