// C++: members of the library do not show, those of the user do; what `new`
// makes has its type.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --search=dfs --no-minimize --trace=%t.json %t.bc
// RUN: FileCheck --input-file=%t.json %s
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

struct Base {
  int kind = 0;
};
struct Box : Base {
  std::mutex guard;
  std::atomic<int> count{0};
  int plain = 0;
};

static Box *box;

int main() {
  box = new Box;
  std::thread other([] {
    std::lock_guard<std::mutex> lock(box->guard);
    box->kind = 2;
    box->count = 3;
    box->plain = 4;
  });
  other.join();
  assert(box->plain == 0);
}
// CHECK-DAG: "text":"lock Box.guard of the object allocated at names-cxx.cpp:23"
// CHECK-DAG: "text":"write Box.kind of the object allocated at names-cxx.cpp:23: 0 -> 2"
// CHECK-DAG: "text":"atomic write Box.count of the object allocated at names-cxx.cpp:23: 0 -> 3"
// CHECK-DAG: "text":"write Box.plain of the object allocated at names-cxx.cpp:23: 0 -> 4"
// CHECK-DAG: "text":"unlock Box.guard of the object allocated at names-cxx.cpp:23"
