//===- search/solver/Watchdog.cpp - Ends what takes too long --------------===//
#include "search/solver/Watchdog.h"

namespace rbcheck {

Watchdog::~Watchdog() {
  if (!thread_.joinable())
    return;
  {
    std::lock_guard guard(lock_);
    isDone_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Watchdog::begin() {
  {
    std::lock_guard guard(lock_);
    isWorking_ = true;
    isStopped_ = false;
    since_ = Clock::now();
  }
  if (!thread_.joinable())
    thread_ = std::thread([this] { watch(); });
}

bool Watchdog::end() {
  std::lock_guard guard(lock_);
  isWorking_ = false;
  return isStopped_;
}

void Watchdog::watch() {
  std::unique_lock guard(lock_);
  while (!isDone_) {
    changed_.wait_for(guard, std::chrono::milliseconds(20));
    // Again and again: work that was just beginning may not have noticed.
    if (isWorking_ && isOver_(since_)) {
      isStopped_ = true;
      stop_();
    }
  }
}

} // namespace rbcheck
