// A C++ program on a C library: threads, constructors, names.
#include "counter.h"
#include "limit.h"

#include <cassert>
#include <pthread.h>

extern "C" int ready;

static int readyAtStart;
__attribute__((constructor(200))) static void look() { readyAtStart = ready; }

template <typename T> struct Thread {
  pthread_t id;
  explicit Thread(T *work) { pthread_create(&id, nullptr, work, nullptr); }
  ~Thread() { pthread_join(id, nullptr); }
};

int main() {
  assert(readyAtStart == 1);
  assert(helper() == 7);
  assert(who() == 2);
  {
    Thread a(counter_work), b(counter_work);
  }
  assert(counter_value() == kLimit);
}
