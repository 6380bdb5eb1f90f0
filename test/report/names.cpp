// Heap memory is named by its type and where it was allocated, in words: what
// make_shared makes, an array, memory that a function of the program passes on.
// RUN: rm -rf %t && mkdir %t
// RUN: %rbcc -std=c++17 -DSHARED %s -o %t.SHARED.bc
// RUN: %exits 1 rbcheck --json=%t/shared.json --trace=%t/shared.trace --sarif=%t/shared.sarif %t.SHARED.bc | FileCheck --check-prefix=SHARED %s
// RUN: FileCheck --check-prefix=TRACE %s < %t/shared.trace
// RUN: FileCheck --check-prefix=SARIF %s < %t/shared.sarif
// RUN: %rbcc -std=c++17 -DARRAY %s -o %t.ARRAY.bc
// RUN: %exits 1 rbcheck %t.ARRAY.bc | FileCheck --check-prefix=ARRAY %s
// RUN: %rbcc -std=c++17 -DWRAPPED %s -o %t.WRAPPED.bc
// RUN: %exits 1 rbcheck %t.WRAPPED.bc | FileCheck --check-prefix=WRAPPED %s
// RUN: %rbcc -std=c++17 -DFINE %s -o %t.FINE.bc
// RUN: %exits 0 rbcheck %t.FINE.bc
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>

struct Payload {
  long id = 0;
  int priority = 0;
};

static std::mutex guard;
static int sum;

#if defined(SHARED)
static std::shared_ptr<Payload> last;
static Payload *raw;
static void reader() { sum = raw->priority; }
static void dropper() { last.reset(); }
static void begin() {
  for (int i = 0; i < 2; ++i)
    last = std::make_shared<Payload>(); // the 2nd one is freed
  raw = last.get();
}
// SHARED: error: read from freed memory: `Payload.priority` of the 2nd object allocated at names.cpp:[[#@LINE-3]]
// SHARED: names.cpp:[[#@LINE-4]]:{{.*}} note: {{.*}}the 2nd object allocated here: {{[0-9]+}} bytes
// SHARED-NOT: heap@
// SHARED: T0 main {{.*}}T1 reader {{.*}}T2 dropper
// SHARED: [read raw = &Payload]
// SHARED: Payload: the 2nd object allocated at names.cpp:[[#@LINE-8]]
// SHARED-NOT: heap@
// TRACE: "variable":"shared_ptr-counts@names.cpp:[[#@LINE-10]]#2
// SARIF: read raw = pointer to the 2nd Payload allocated at names.cpp:[[#@LINE-11]]
#elif defined(ARRAY)
static int *buffer;
static void reader() { sum = buffer[3]; }
static void dropper() { buffer[3] = 1; }
static void begin() { buffer = new int[8](); }
// ARRAY: error: data race on `buffer[3]` of the object allocated at names.cpp:[[#@LINE-1]]:
// ARRAY: buffer: the object allocated at names.cpp:[[#@LINE-2]]
#elif defined(WRAPPED)
static Payload *one;
static void *getMemory(size_t size) { return std::malloc(size); }
static void reader() { sum = one->priority; }
static void dropper() { one->priority = 1; }
static void begin() {
  one = static_cast<Payload *>(getMemory(sizeof(Payload)));
  one->priority = 0;
}
// WRAPPED: error: data race on `Payload.priority` of the object allocated at names.cpp:[[#@LINE-7]]:
#else
static std::shared_ptr<Payload> last;
static void reader() {
  std::lock_guard<std::mutex> lock(guard);
  sum = last ? last->priority : 0;
}
static void dropper() {
  std::lock_guard<std::mutex> lock(guard);
  last.reset();
}
static void begin() { last = std::make_shared<Payload>(); }
#endif

int main() {
  begin();
  std::thread a(reader), b(dropper);
  a.join();
  b.join();
}
