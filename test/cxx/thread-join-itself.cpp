// std::thread::join of the thread itself throws.
// RUN: %rbcc -x c++ %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
#include <cassert>
#include <mutex>
#include <system_error>
#include <thread>

int main() {
  std::mutex m;
  bool thrown = false;
  m.lock();
  std::thread t([&] {
    std::lock_guard<std::mutex> guard(m); // `t` is complete now
    try {
      t.join();
    } catch (const std::system_error &error) {
      thrown = error.code() == std::errc::resource_deadlock_would_occur;
    }
  });
  m.unlock();
  t.join();
  assert(thrown);
}
