// A search that is cut is inconclusive, and says by what.
// RUN: %inconclusive --max-states=3 %s | FileCheck %s
// CHECK: inconclusive: {{.*}}3 states
#include "tickets.h"

#include <thread>

int main() {
  Tickets tickets;
  std::thread thread([&] { tickets.next(); });
  tickets.next();
  thread.join();
}
