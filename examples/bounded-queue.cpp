// A bounded blocking queue: push waits while it is full, pop while it is empty.
// Two producers and one consumer pass four numbers through a queue of one.
//
// Broken: one condition variable serves both sides and notify_one wakes the
// wrong one, so that everybody waits.
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

class BoundedQueue {
public:
  explicit BoundedQueue(size_t capacity) : capacity_(capacity) {}

  void push(int value) {
    std::unique_lock lock(mutex_);
    notFull().wait(lock, [&] { return items_.size() < capacity_; });
    items_.push_back(value);
    notEmpty().notify_one();
  }

  int pop() {
    std::unique_lock lock(mutex_);
    notEmpty().wait(lock, [&] { return !items_.empty(); });
    int value = items_.front();
    items_.pop_front();
    notFull().notify_one();
    return value;
  }

private:
#ifdef BROKEN
  std::condition_variable &notFull() { return changed_; }
#else
  std::condition_variable &notFull() { return notFull_; }
#endif
  std::condition_variable &notEmpty() { return changed_; }

  const size_t capacity_;
  std::mutex mutex_;
  std::condition_variable changed_, notFull_;
  std::deque<int> items_;
};

int main() {
  BoundedQueue queue(1);
  auto produce = [&](int value) {
    queue.push(value);
    queue.push(value);
  };
  std::thread first(produce, 1), second(produce, 2);
  int sum = 0;
  for (int i = 0; i < 4; i++)
    sum += queue.pop();
  first.join();
  second.join();
  assert(sum == 6);
}
