// The clocks of std::chrono are not before the end of a sleep or of a timed wait
// that gave up.
// RUN: %rbcc -x c++ -std=c++20 %s -o %t.bc
// RUN: %exits 0 rbcheck --accept=time %t.bc
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

int main() {
  auto start = Clock::now();
  std::this_thread::sleep_for(5s);
  assert(Clock::now() - start >= 5s);
  auto end = std::chrono::system_clock::now() + 3s;
  std::this_thread::sleep_until(end);
  assert(std::chrono::system_clock::now() >= end);
  std::mutex m;
  std::condition_variable c;
  std::unique_lock<std::mutex> lock(m);
  start = Clock::now();
  bool came = c.wait_for(lock, 2s, [] { return false; });
  assert(!came && Clock::now() - start >= 2s);
}
