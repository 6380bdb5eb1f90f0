// What C++ builds on pthread: threads, conditions, once, local statics,
// futures; with the real libstdc++.
// RUN: %rbcc -std=c++20 %s -o %t.bc
// RUN: %exits 1 rbcheck --check=assertion --trace=%t.json %t.bc > %t.out
// RUN: %exits 1 rbreplay --native %t.json 2>&1 | FileCheck %s
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <future>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>

static std::mutex mutex;
static std::condition_variable ready;
static std::once_flag once;
static std::atomic<int> made, number;
static bool isReady;

struct Log {
  Log() { made++; }
  std::string text = "log";
};

static Log &theLog() {
  static Log log;
  return log;
}

static void work() {
  std::call_once(once, [] { made++; });
  theLog();
  std::unique_lock lock(mutex);
  ready.wait(lock, [] { return isReady; });
  lock.unlock();
  int seen = number; // two atomic steps are not one
  number = seen + 1;
}

int main() {
  std::thread a(work), b(work);
  std::future<int> answer = std::async(std::launch::async, [] { return 42; });
  {
    std::lock_guard lock(mutex);
    isReady = true;
  }
  ready.notify_all();
  int value = answer.get();
  a.join();
  b.join();
  std::cout << "made " << made << ", answer " << value << ", "
            << theLog().text << std::endl;
  assert(number == 2);
}
// CHECK: made 2, answer 42, log
// CHECK: here rbcheck saw assertion in T0 {{.*}}number == 2
