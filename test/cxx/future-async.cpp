// async, deferred, packaged_task, shared_future, exceptions through futures.
// RUN: %rbcc -std=c++17 %s -o %t.bc
// RUN: %exits 0 rbcheck --accept=time %t.bc
// RUN: %exits 0 rbcheck --accept=time --uninitialised=report %t.bc
#include <cassert>
#include <chrono>
#include <future>
#include <stdexcept>
int main() {
  auto a = std::async(std::launch::async, [] { return 2; });
  auto d = std::async(std::launch::deferred, [](int n) { return n + 1; }, 4);
  assert(a.get() == 2 && d.get() == 5);
  std::packaged_task<int(int)> task([](int n) -> int {
    if (n)
      throw std::runtime_error("no");
    return 0;
  });
  auto result = task.get_future();
  task(1);
  bool threw = false;
  try {
    result.get();
  } catch (const std::runtime_error &) {
    threw = true;
  }
  assert(threw);
  std::promise<void> promise;
  auto shared = promise.get_future().share();
  assert(shared.wait_for(std::chrono::milliseconds(1)) ==
         std::future_status::timeout);
  promise.set_value();
  shared.get();
  threw = false;
  try {
    promise.set_value();
  } catch (const std::future_error &e) {
    threw = e.code() == std::future_errc::promise_already_satisfied;
  }
  assert(threw);
}
