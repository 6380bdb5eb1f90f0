//===- search/run/WorkPool.h - Work that goes from one worker to another --===//
//
// A piece of work is a node of the state graph, given by the schedule that
// leads to it, and those of its choices that are still to be taken. Whoever
// takes it executes the schedule on its own machine: so workers share no
// states, and counting references stays cheap.
//
// The pool knows how many workers have work. When none has and the pool is
// empty, all is done.
// Threads: all functions may be called by any worker at any time.
// Tested by test/unit/WorkPoolTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/run/Work.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

namespace rbcheck {

class WorkPool {
public:
  void give(Work work);
  /// Waits for work. None if there will be no more. Who took some is busy
  /// until it asks again.
  std::optional<Work> take();
  /// A piece of work nobody took; does not wait, also when closed.
  std::optional<Work> takeNow();
  /// Nobody gets work any more.
  void close();
  /// The same for a while: who waits returns without work. To be undone when
  /// all have returned; who has work left stays busy.
  void pause();
  void resume() { isPaused_ = false; }
  bool isPaused() const { return isPaused_.load(std::memory_order_relaxed); }
  /// Calls visit(work) for all that is here.
  template <typename Visit> void forEach(Visit visit) const {
    std::lock_guard lock(mutex_);
    for (const Work &work : works_)
      visit(work);
  }

  /// True if somebody waits and would find nothing.
  bool isHungry() const {
    return wanting_.load(std::memory_order_relaxed) > 0;
  }
  bool isClosed() const { return isClosed_.load(std::memory_order_relaxed); }

  /// The caller has work that is not from here (the root).
  void beBusy();
  /// It has none any more, neither that nor what it took.
  void beIdle();

private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Work> works_;
  uint32_t busy_ = 0;
  uint32_t waiting_ = 0;
  std::atomic<int32_t> wanting_{0}; ///< waiting workers less pieces of work
  std::atomic<bool> isClosed_{false}, isPaused_{false};
};

} // namespace rbcheck
