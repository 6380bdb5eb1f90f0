// std::lock_guard holds until the end of its scope, a temporary until the end of
// its statement.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <mutex>
#include <thread>
static std::mutex mu;
static int right, wrong;
static void work() {
  {
    std::lock_guard<std::mutex> guard(mu);
    right++; // NORACE
  }
  std::lock_guard<std::mutex>{mu};
  wrong++; // RACE!
}
int main() {
  std::thread other(work);
  work();
  other.join();
  return right + wrong > 9; // NORACE
}
