//===- search/solver/Watchdog.h - Ends what takes too long ----------------===//
//
// A thread of its own looks some times a second whether the work under way has
// to end, and then calls what ends it. It is started with the first work.
// Threads: begin and end are called by one; `stop` is called by the watchdog.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace rbcheck {

class Watchdog {
public:
  using Clock = std::chrono::steady_clock;

  /// `isOver`: is the time up for work that began then? Both are called by the
  /// watchdog's thread while work is under way.
  Watchdog(std::function<bool(Clock::time_point)> isOver,
           std::function<void()> stop)
      : isOver_(std::move(isOver)), stop_(std::move(stop)) {}
  ~Watchdog();
  Watchdog(const Watchdog &) = delete;
  Watchdog &operator=(const Watchdog &) = delete;

  void begin();
  /// True if the work was stopped. Never after that.
  bool end();

private:
  void watch();

  std::function<bool(Clock::time_point)> isOver_;
  std::function<void()> stop_;
  std::mutex lock_;
  std::condition_variable changed_;
  bool isWorking_ = false, isStopped_ = false, isDone_ = false;
  Clock::time_point since_;
  std::thread thread_;
};

} // namespace rbcheck
