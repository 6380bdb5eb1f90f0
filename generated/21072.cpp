// Generated from seed 21072.
#undef NDEBUG
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::atomic<int> av{0};
static thread_local int bv = 1;

static void thread0() {
  int av_old = av;
  while (!av.compare_exchange_weak(av_old, av_old + 1))
    ;
  bv += 1;
  assert(bv == 2);
}
static void thread1() {
  av = av + 1;
  bv += 2;
  assert(bv == 3);
}
int main() {
  std::thread t0(thread0);
  thread1();
  t0.join();
  assert(av == 2);
  return 0;
}
