// In gdb a failed assertion is on the stack with its text, and the threads of
// C++ are where they were.
// REQUIRES: gdb
// RUN: %rbcc -std=c++17 %s -o %t.bc
// RUN: %exits 1 rbcheck --check=assertion --trace=%t.json %t.bc > %t.out
// RUN: %exits 0 rbreplay --gdb %t.json -- -batch > %t.gdb 2>&1
// RUN: FileCheck %s < %t.gdb
#include <cassert>
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int balance = 100;

  int read() {
    std::lock_guard<std::mutex> lock(mutex);
    return balance;
  }
  void write(int value) {
    std::lock_guard<std::mutex> lock(mutex);
    balance = value;
  }
};

static void withdraw(Account &account, int amount) {
  int seen = account.read(); // the lock is given back too early
  account.write(seen - amount);
}

int main() {
  Account account;
  std::thread a([&] { withdraw(account, 10); });
  std::thread b([&] { withdraw(account, 20); });
  a.join();
  b.join();
  assert(account.balance == 70);
}
// CHECK: here rbcheck saw assertion in T0 at {{.*}}gdb-assertion.cpp:37
// CHECK: rbcheck_failed_here
// CHECK: __assert_fail
// CHECK-NEXT: in main () at {{.*}}gdb-assertion.cpp:37
