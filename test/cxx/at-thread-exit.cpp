// notify_all_at_thread_exit and set_value_at_thread_exit come after thread-local objects are gone.
// RUN: %rbcc -std=c++17 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
#include <cassert>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
static std::mutex mutex;
static std::condition_variable ended;
static bool done, gone;
struct Local {
  ~Local() { gone = true; }
  int touch = 0;
};
thread_local Local local;
int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread t([&] {
    local.touch = 1;
    std::unique_lock<std::mutex> lock(mutex);
    done = true;
    promise.set_value_at_thread_exit(4);
    std::notify_all_at_thread_exit(ended, std::move(lock));
  });
  {
    std::unique_lock<std::mutex> lock(mutex);
    ended.wait(lock, [] { return done; });
    assert(gone);
  }
  assert(future.get() == 4);
  t.join();
}
