// An increment that repeats until it is made whole against one in two halves:
// one of them can get lost. What is local to a thread stays as it was.
#undef NDEBUG
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> shared{0};
static thread_local int own = 1;

static void first() {
  int old = shared;
  while (!shared.compare_exchange_weak(old, old + 1))
    ;
  own += 1;
  assert(own == 2);
}

static void second() {
#ifdef FIXED
  shared += 1;
#else
  shared = shared + 1;
#endif
  own += 2;
  assert(own == 3);
}

int main() {
  std::thread other(first);
  second();
  other.join();
  assert(shared == 2);
}
