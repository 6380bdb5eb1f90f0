// C++: threads, guards, conditions, atomics, virtual functions, local statics.
// RUN: %oracle RIGHT
// RIGHT: exit 0
// RUN: %oracle RACE
// RACE: error data-race @inc @inc | exit 0
// RUN: %oracle NOTIFY
// NOTIFY: error deadlock | exit 0
// RUN: %oracle DELETE
// DELETE: error invalid-free @delete
// RUN: %oracle TERMINATE
// TERMINATE: error abort @end
// RUN: %oracle STATIC
// STATIC: exit 0
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
static std::mutex m;
static std::condition_variable c;
static bool ready;
static std::atomic<int> count{0};
static int n;
struct Base {
  virtual ~Base() {}
  virtual int get() { return 1; }
};
struct Derived : Base {
  int get() override { return 2; }
};
static int make() { return ++count; }
static int &once() {
  static int value = make();
  return value;
}
static void work(int k) {
#ifdef STATIC
  assert(once() == 1);
  return;
#endif
#ifdef RACE
  n += k; // @inc
#else
  std::lock_guard<std::mutex> guard(m);
  n += k;
  ready = true;
#ifndef NOTIFY
  c.notify_one();
#endif
#endif
}
int main() {
#ifdef DELETE
  Base *p = new Derived;
  assert(p->get() == 2);
  delete[] reinterpret_cast<int *>(p); // @delete
#endif
  std::thread t(work, 1);
#ifdef TERMINATE
  return 0;
#endif
#if defined RACE || defined STATIC
  work(2);
#else
  {
    std::unique_lock<std::mutex> guard(m);
    c.wait(guard, [] { return ready; });
  }
#endif
  t.join();
  return 0;
} // @end
