// A local static is initialised once, and whoever finds it initialised comes
// behind that, by the library or by the fast way round it. There is another race,
// so that nobody both there at once is not enough.
// RUN: %rbcc -std=c++20 %s -o %t.bc
// RUN: echo "order-static.cpp:20 <> order-static.cpp:34" > %t.locs
// RUN: %exits 1 rbcheck %t.bc --locs %t.locs --accept=weak-memory | FileCheck %s
// CHECK: refuted
// RUN: %rbcc -std=c++20 -DRACE %s -o %t2.bc
// RUN: %exits 1 rbcheck %t2.bc --locs %t.locs --accept=weak-memory | FileCheck %s --check-prefix=RACE
// RACE: CONFIRMED
#include <pthread.h>
static int data, noise;
static bool isMade;
struct Value {
  Value();
  int number = 1;
};
// Its constructor writes data.
Value::Value() {
  data = 1;
  isMade = true;
}
static Value &theValue() {
  static Value value;
  return value;
}
static void *use(void *) {
  noise = 1;
#ifdef RACE
  if (isMade)
#else
  theValue();
#endif
    noise = data;
  return nullptr;
}
int main() {
  pthread_t t;
  pthread_create(&t, nullptr, use, nullptr);
  noise = 2;
  theValue();
  pthread_join(t, nullptr);
}
