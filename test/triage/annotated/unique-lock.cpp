// A std::unique_lock that was unlocked protects nothing.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <condition_variable>
#include <mutex>
#include <thread>
static std::mutex mu;
static std::condition_variable changed;
static bool isReady;
static int right, wrong;
static void produce() {
  std::unique_lock<std::mutex> lock(mu);
  right = 1;      // NORACE
  isReady = true; // NORACE
  changed.notify_one();
  lock.unlock();
  wrong = 1; // RACE!
}
int main() {
  std::thread other(produce);
  std::unique_lock<std::mutex> lock(mu);
  changed.wait(lock, [] { return isReady; }); // NORACE
  int sum = right;                            // NORACE
  sum += wrong;                               // RACE!
  other.join();
  return sum > 9;
}
