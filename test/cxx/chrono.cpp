// Clocks never run backwards; durations are plain arithmetic.
// RUN: %same %s
#include <cassert>
#include <chrono>
#include <cstdio>
#include <thread>
using namespace std::chrono_literals;
int main() {
  auto a = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(1ms);
  auto b = std::chrono::steady_clock::now();
  assert(b > a);
  auto day = std::chrono::system_clock::now();
  std::this_thread::sleep_until(day + 1ms);
  assert(std::chrono::system_clock::to_time_t(day) > 1600000000);
  printf("%ld\n", long(std::chrono::duration_cast<std::chrono::minutes>(3h).count()));
}
