//===- search/run/WorkPool.cpp - Work between workers ---------------------===//
#include "search/run/WorkPool.h"

namespace rbcheck {

void WorkPool::give(Work work) {
  {
    std::lock_guard lock(mutex_);
    works_.push_back(std::move(work));
    wanting_ = int32_t(waiting_) - int32_t(works_.size());
  }
  changed_.notify_one();
}

std::optional<Work> WorkPool::take() {
  std::unique_lock lock(mutex_);
  ++waiting_;
  wanting_ = int32_t(waiting_) - int32_t(works_.size());
  changed_.wait(lock, [&] {
    return isClosed_ || isPaused_ || !works_.empty() || busy_ == 0;
  });
  --waiting_;
  if (isClosed_ || isPaused_ || works_.empty()) {
    wanting_ = int32_t(waiting_) - int32_t(works_.size());
    return std::nullopt;
  }
  Work work = std::move(works_.front());
  works_.pop_front();
  ++busy_;
  wanting_ = int32_t(waiting_) - int32_t(works_.size());
  return work;
}

std::optional<Work> WorkPool::takeNow() {
  std::lock_guard lock(mutex_);
  if (works_.empty())
    return std::nullopt;
  Work work = std::move(works_.front());
  works_.pop_front();
  return work;
}

void WorkPool::close() {
  {
    std::lock_guard lock(mutex_);
    isClosed_ = true;
  }
  changed_.notify_all();
}

void WorkPool::pause() {
  {
    std::lock_guard lock(mutex_);
    isPaused_ = true;
  }
  changed_.notify_all();
}

void WorkPool::beBusy() {
  std::lock_guard lock(mutex_);
  ++busy_;
}

void WorkPool::beIdle() {
  {
    std::lock_guard lock(mutex_);
    --busy_;
  }
  changed_.notify_all();
}

} // namespace rbcheck
