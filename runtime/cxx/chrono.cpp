//===- runtime/cxx/chrono.cpp - Clocks ------------------------------------===//
//
// On clock_gettime, where time is virtual (interp/models/Time.cpp).
// Tested by test/cxx/chrono.cpp.
//
//===----------------------------------------------------------------------===//
#include <chrono>

#include <time.h>

namespace std::chrono {

static nanoseconds timeOf(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

inline namespace _V2 {

system_clock::time_point system_clock::now() noexcept {
  return time_point(timeOf(CLOCK_REALTIME));
}
steady_clock::time_point steady_clock::now() noexcept {
  return time_point(timeOf(CLOCK_MONOTONIC));
}

} // namespace _V2
} // namespace std::chrono
