// A thread pool: submit() returns a future for the result of a task.
//
// Broken: a worker leaves as soon as the pool stops, although tasks are left;
// whoever asks their futures gets an exception (broken promise).
#include <cassert>
#include <condition_variable>
#include <functional>
#include <future>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

class ThreadPool {
public:
  explicit ThreadPool(int workers) {
    for (int i = 0; i < workers; i++)
      workers_.emplace_back([this] { work(); });
  }

  ~ThreadPool() {
    {
      std::lock_guard lock(mutex_);
      isStopped_ = true;
    }
    changed_.notify_all();
    for (std::thread &worker : workers_)
      worker.join();
  }

  std::future<int> submit(std::function<int()> function) {
    std::packaged_task<int()> task(std::move(function));
    std::future<int> result = task.get_future();
    {
      std::lock_guard lock(mutex_);
      tasks_.push(std::move(task));
    }
    changed_.notify_one();
    return result;
  }

private:
  void work() {
    for (;;) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return isStopped_ || !tasks_.empty(); });
#ifdef BROKEN
      if (isStopped_)
        return;
#else
      if (tasks_.empty())
        return;
#endif
      std::packaged_task<int()> task = std::move(tasks_.front());
      tasks_.pop();
      lock.unlock();
      task();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::queue<std::packaged_task<int()>> tasks_;
  bool isStopped_ = false;
  std::vector<std::thread> workers_;
};

int main() {
  std::future<int> two, three;
  {
    ThreadPool pool(2);
    two = pool.submit([] { return 2; });
    three = pool.submit([] { return 3; });
  }
  assert(two.get() * three.get() == 6);
}
