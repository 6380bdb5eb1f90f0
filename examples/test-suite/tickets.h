// Numbers that are handed out, each of them once.
#pragma once

#include <mutex>

class Tickets {
public:
  int next() {
    std::lock_guard<std::mutex> lock(mutex_);
    return next_++;
  }

  int count() {
    std::lock_guard<std::mutex> lock(mutex_);
    return next_;
  }

protected:
  std::mutex mutex_;
  int next_ = 0;
};

// Wrong: another thread may take the same number between the two locks.
class BrokenTickets : public Tickets {
public:
  int next() {
    int mine = count();
    std::lock_guard<std::mutex> lock(mutex_);
    next_ = mine + 1;
    return mine;
  }
};
