// A program without a framework, for rbcheck_add_test(SOURCES ...).
#include "tickets.h"

#include <rbcheck.h>

#include <cassert>
#include <thread>

#ifdef BROKEN
static BrokenTickets tickets;
#else
static Tickets tickets;
#endif

int main() {
  int more = rb_choose(2); // with and without a ticket taken before
  if (more)
    tickets.next();
  int first = 0, second = 0;
  std::thread other([&] { first = tickets.next(); });
  second = tickets.next();
  other.join();
  assert(first != second);
  assert(tickets.count() == 2 + more);
}
