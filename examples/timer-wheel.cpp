// A timer wheel: timers hang in the slot of the tick at which they are due; a
// thread turns the wheel. Timers can be cancelled from anywhere.
//
// Broken: cancel() looks at the timer without the lock, while the wheel fires
// and frees it: a use after free (or a race on the list).
#include <cassert>
#include <list>
#include <mutex>
#include <thread>

class TimerWheel {
public:
  using Id = int;

  Id add(unsigned ticks, int *fired) {
    std::lock_guard lock(mutex_);
    slots_[(now_ + ticks) % kSlots].push_back({next_, fired});
    return next_++;
  }

  /// True if it was in time.
  bool cancel(Id id) {
#ifndef BROKEN
    std::lock_guard lock(mutex_);
#endif
    for (std::list<Timer> &slot : slots_)
      for (auto timer = slot.begin(); timer != slot.end(); ++timer)
        if (timer->id == id) {
          slot.erase(timer);
          return true;
        }
    return false;
  }

  void tick() {
    std::lock_guard lock(mutex_);
    std::list<Timer> &slot = slots_[++now_ % kSlots];
    for (Timer &timer : slot)
      ++*timer.fired;
    slot.clear();
  }

private:
  struct Timer {
    Id id;
    int *fired;
  };
  static constexpr unsigned kSlots = 4;

  std::mutex mutex_;
  std::list<Timer> slots_[kSlots];
  unsigned now_ = 0;
  Id next_ = 0;
};

int main() {
  TimerWheel wheel;
  int first = 0, second = 0;
  wheel.add(1, &first);
  TimerWheel::Id id = wheel.add(2, &second);
  std::thread turner([&] {
    wheel.tick();
    wheel.tick();
  });
  bool isCancelled = wheel.cancel(id);
  turner.join();
  assert(first == 1);
  assert(second == (isCancelled ? 0 : 1));
}
