// Guard objects of C++ hold what they were given, until they are told otherwise.
// RUN: %rbcc -std=c++20 %s -o %t.bc
// RUN: %exits 0 rbcheck-pairs %t.bc | FileCheck %s
#include <mutex>
#include <thread>
static std::mutex m, n, p, q;
static int a, b, c, d, e, flag;

static void work() {
  {
    std::lock_guard<std::mutex> guard(m);
    a++; // CHECK-DAG: excluded static-guard.cpp:[[#@LINE]] static-guard.cpp:[[#@LINE]] `m` is held at both (taken at static-guard.cpp:[[#@LINE-1]]){{$}}
    if (flag)
      throw 1;
  }
  {
    std::scoped_lock guard(m);
    a = 1; // CHECK-DAG: excluded static-guard.cpp:[[#@LINE]] static-guard.cpp:[[#@LINE]] `m` is held at both
  }
  std::unique_lock<std::mutex> guard(m);
  b++; // CHECK-DAG: excluded static-guard.cpp:[[#@LINE]] static-guard.cpp:[[#@LINE]] `m` is held at both
  guard.unlock();
  b = 1; // CHECK-DAG: open static-guard.cpp:[[#@LINE]] static-guard.cpp:[[#@LINE]]
  std::unique_lock<std::mutex> later(n, std::defer_lock);
  c++; // CHECK-DAG: open static-guard.cpp:[[#@LINE]] static-guard.cpp:[[#@LINE]]
  if (later.try_lock())
    d++; // CHECK-DAG: excluded static-guard.cpp:[[#@LINE]] static-guard.cpp:[[#@LINE]] `n` is held at both
}

static void pick() {
  std::lock_guard<std::mutex> either(flag ? p : q);
  e++; // CHECK-DAG: open static-guard.cpp:[[#@LINE]] static-guard.cpp:[[#@LINE]]
}

int main() {
  a = 2; // CHECK-DAG: excluded static-guard.cpp:12 static-guard.cpp:[[#@LINE]] static-guard.cpp:[[#@LINE]] is executed before any thread is made
  std::thread t(work), u(work), v(pick), w(pick);
  t.join(), v.join(), w.join();
  u.join();
  a = 3; // CHECK-DAG: excluded static-guard.cpp:12 static-guard.cpp:[[#@LINE]] static-guard.cpp:[[#@LINE]] is executed after all threads were joined, the last at static-guard.cpp:[[#@LINE-1]]
}
