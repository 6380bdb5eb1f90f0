//===- bench/snapshot.cpp - Cost of a snapshot by size of memory ----------===//
//
// Fills 1 MiB and 64 MiB of program memory, then repeats what a depth-first
// search does: change a few bytes, take a snapshot, change more, go back.
// Prints nanoseconds per snapshot and restore for both sizes, one per line:
//
//   1 MiB 123.4 ns
//   64 MiB 130.2 ns
//
// bench/run.py reads this and compares.
//
//===----------------------------------------------------------------------===//
#include "interp/state/OpenState.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <vector>

using namespace rbcheck;

namespace {

constexpr uint64_t kObjectBytes = 4096;
constexpr unsigned kTouched = 16;      // objects that change, in turn
constexpr unsigned kRounds = 200'000;

/// Addresses of as many objects as fill `megabytes`, all bytes written.
std::vector<uint64_t> fillMemory(OpenState &state, unsigned megabytes) {
  std::vector<uint64_t> addresses;
  std::vector<uint8_t> bytes(kObjectBytes);
  for (uint64_t i = 0; i < megabytes * 1024ull * 1024 / kObjectBytes; ++i) {
    std::memset(bytes.data(), int(i % 251 + 1), kObjectBytes);
    Object *object = state.createHeap(0, kObjectBytes, 0);
    state.write(object, 0, bytes.data(), kObjectBytes);
    addresses.push_back(object->base);
  }
  return addresses;
}

void touch(OpenState &state, uint64_t address, uint64_t value) {
  Object *object = state.own(state.find(address));
  state.write(object, value * 8 % kObjectBytes, &value, sizeof(value));
}

/// Nanoseconds per change, snapshot, change and restore.
double measure(unsigned megabytes) {
  OpenState state;
  state.addThread();
  std::vector<uint64_t> all = fillMemory(state, megabytes);
  // The same number of objects in both cases, spread over the memory.
  std::vector<uint64_t> touched;
  for (unsigned i = 0; i < kTouched; ++i)
    touched.push_back(all[i * all.size() / kTouched]);
  State root = state.freeze();
  double best = 1e30;
  for (int repeat = 0; repeat < 5; ++repeat) {
    auto start = std::chrono::steady_clock::now();
    for (unsigned i = 0; i < kRounds; ++i) {
      touch(state, touched[i % kTouched], i);
      State snapshot = state.freeze();
      touch(state, touched[(i + 1) % kTouched], i);
      state.open(snapshot);
    }
    std::chrono::duration<double, std::nano> time =
        std::chrono::steady_clock::now() - start;
    best = std::min(best, time.count() / kRounds);
    state.open(root);
  }
  return best;
}

} // namespace

int main() {
  for (unsigned megabytes : {1u, 64u})
    llvm::outs() << megabytes << " MiB "
                 << llvm::format("%.1f", measure(megabytes)) << " ns\n";
  return 0;
}
