// The same ticket twice, and never.
// RUN: %error -DTICKETS=BrokenTickets %s | FileCheck %s
// RUN: %no-error -DTICKETS=Tickets %s | FileCheck --check-prefix=RIGHT %s
#include "tickets.h"

#include <cassert>
#include <thread>

int main() {
  TICKETS tickets;
  int other = 0;
  std::thread thread([&] { other = tickets.next(); });
  int mine = tickets.next();
  thread.join();
  assert(mine != other); // CHECK: twice.cpp:[[#@LINE]]:{{.*}} assertion failed: mine != other
}
// The report goes on with the steps of the two threads, and ends with the verdict.
// CHECK: error
// RIGHT: no-error
