// Joining what cannot be joined throws; ids, swapping, hardware_concurrency.
// RUN: %rbcc -std=c++17 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
#include <cassert>
#include <system_error>
#include <thread>
int main() {
  std::thread none;
  bool threw = false;
  try {
    none.join();
  } catch (const std::system_error &e) {
    threw = e.code() == std::errc::invalid_argument;
  }
  assert(threw && !none.joinable());
  std::thread t([] {}), u;
  assert(t.get_id() != std::this_thread::get_id());
  u = std::move(t);
  assert(!t.joinable() && u.joinable());
  u.join();
  std::thread([] {}).detach();
  assert(std::thread::hardware_concurrency() > 0);
  std::this_thread::yield();
}
