// A ring buffer for one producer and one consumer, without locks: each side
// owns one of the two counters and only reads the other.
//
// Broken: the producer publishes the new counter before it has written the
// item, so the consumer reads an item that is not there yet.
#include <atomic>
#include <cassert>
#include <thread>

constexpr unsigned kSize = 2;

class Ring {
public:
  bool push(int value) {
    unsigned tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) == kSize)
      return false;
#ifdef BROKEN
    tail_.store(tail + 1, std::memory_order_release);
    items_[tail % kSize] = value;
#else
    items_[tail % kSize] = value;
    tail_.store(tail + 1, std::memory_order_release);
#endif
    return true;
  }

  bool pop(int &value) {
    unsigned head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire))
      return false;
    value = items_[head % kSize];
    head_.store(head + 1, std::memory_order_release);
    return true;
  }

private:
  int items_[kSize];
  std::atomic<unsigned> head_{0}, tail_{0};
};

int main() {
  static Ring ring;
  std::thread producer([] {
    for (int i = 1; i <= 4; i++)
      while (!ring.push(i))
        std::this_thread::yield();
  });
  for (int i = 1; i <= 4; i++) {
    int value;
    while (!ring.pop(value))
      std::this_thread::yield();
    assert(value == i);
  }
  producer.join();
}
