//===- search/run/Limits.cpp - When a search has to stop ------------------===//
#include "search/run/Limits.h"

#include <algorithm>
#include <cstdio>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

namespace rbcheck {

namespace {

constexpr double kLookSeconds = 0.01;
constexpr double kMemoryLookSeconds = 0.05;
constexpr double kTickSeconds = 0.2;
constexpr uint64_t kShortPercent = 85;
constexpr uint32_t kMostSteps = 1 << 14;

} // namespace

double Limits::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

bool Limits::isOver() const {
  return (interrupted && interrupted->load(std::memory_order_relaxed)) ||
         (seconds > 0 && elapsed() >= seconds);
}

LimitWatch::LimitWatch(const Limits &limits)
    : limits_(limits), lastLook_(limits.elapsed()), lastTick_(lastLook_) {}

SearchStop LimitWatch::look(bool &tick) {
  double now = limits_.elapsed();
  double passed = now - lastLook_;
  lastLook_ = now;
  if (passed < kLookSeconds / 2)
    interval_ = std::min(interval_ * 2, kMostSteps);
  else if (passed > kLookSeconds * 2)
    interval_ = std::max(interval_ / 4, 1u);
  stepsLeft_ = interval_;
  tick = now - lastTick_ >= kTickSeconds;
  if (tick)
    lastTick_ = now;

  if (limits_.interrupted &&
      limits_.interrupted->load(std::memory_order_relaxed))
    return {StopReason::Interrupted};
  if (limits_.decided && limits_.decided->load(std::memory_order_relaxed))
    return {StopReason::Decided};
  if (limits_.seconds > 0 && now >= limits_.seconds)
    return {StopReason::Time, limits_.seconds};
  if (limits_.megabytes && now - lastMemoryLook_ >= kMemoryLookSeconds) {
    lastMemoryLook_ = now;
    uint64_t used = residentMb();
    isMemoryShort_ = used >= limits_.megabytes * kShortPercent / 100;
    if (used >= limits_.megabytes)
      return {StopReason::Memory, double(limits_.megabytes)};
  }
  return {};
}

void LimitWatch::memoryWasFreed() {
  malloc_trim(0);
  isMemoryShort_ = false;
  lastMemoryLook_ = limits_.elapsed();
}

uint64_t baseMb() {
  malloc_trim(0);
  return residentMb();
}

uint64_t residentMb() {
  std::FILE *file = std::fopen("/proc/self/statm", "r");
  if (!file)
    return 0;
  unsigned long all = 0, resident = 0;
  if (std::fscanf(file, "%lu %lu", &all, &resident) != 2)
    resident = 0;
  std::fclose(file);
  return uint64_t(resident) * uint64_t(sysconf(_SC_PAGESIZE)) >> 20;
}

uint64_t peakResidentMb() {
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0)
    return 0;
  return uint64_t(usage.ru_maxrss) >> 10;
}

} // namespace rbcheck
