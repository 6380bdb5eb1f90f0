// A lock-free stack (Treiber) over an array of nodes. The head is an index and
// a tag that grows with every change, so that a compare-exchange notices when
// the node on top was popped and pushed again meanwhile.
//
// Broken: without the tag it does not notice (the ABA problem): the stack loses
// a node, or hands one out twice.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

constexpr uint32_t kNone = 0xffff;
constexpr int kNodes = 3;

class Stack {
public:
  void push(uint32_t node) {
    uint32_t head = head_.load();
    do {
      next_[node].store(head & kNone);
    } while (!head_.compare_exchange_weak(head, changed(head, node)));
  }

  uint32_t pop() {
    uint32_t head = head_.load(), next;
    do {
      if ((head & kNone) == kNone)
        return kNone;
      next = next_[head & kNone].load();
    } while (!head_.compare_exchange_weak(head, changed(head, next)));
    return head & kNone;
  }

private:
  static uint32_t changed(uint32_t head, uint32_t node) {
#ifdef BROKEN
    return node;
#else
    return ((head >> 16) + 1) << 16 | node;
#endif
  }

  std::atomic<uint32_t> head_{kNone};
  std::atomic<uint32_t> next_[kNodes];
};

static Stack stack;
static std::atomic<int> owners[kNodes];

static uint32_t take() {
  uint32_t node = stack.pop();
  if (node != kNone)
    assert(owners[node]++ == 0); // nobody else has it
  return node;
}

static void give(uint32_t node) {
  if (node == kNone)
    return;
  owners[node]--;
  stack.push(node);
}

int main() {
  for (uint32_t node = 0; node < kNodes; node++)
    stack.push(node);
  std::thread other([] {
    uint32_t a = take(), b = take();
    give(a);
    give(b);
  });
  uint32_t mine = take();
  take();
  give(mine);
  other.join();
}
