//===- test/oracle/State.h - One state of the program, as plain data ------===//
//
// Everything that decides the future: objects with their bytes, threads with
// their frames, synchronisation objects. Copying is cheap because objects and
// frames are shared until they are written.
//
// An address is (object << 32) + kMiddle + offset: an offset that is wrong by
// less than a gigabyte, in either direction, stays with its object, so an
// access out of bounds can never land in another one.
//
// Objects are named so that the same thing has the same name in every
// interleaving: heap objects are counted per thread and never reused; a local
// variable takes the lowest number of its thread that neither lives nor occurs
// in any word of memory or any register, so that a stale pointer never meets a
// new variable and a loop still comes back to a known state.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace oracle {

struct FunctionInfo;

/// The scalars of a first-class value, in order; a scalar is its bits.
using Value = llvm::SmallVector<uint64_t, 2>;

// Addresses
// ------------------------------------------------------------------------

enum class Region : uint32_t {
  None,
  Global,
  Function,
  Heap,
  Stack,
  ThreadLocal
};

constexpr uint64_t kMiddle = 0x40000000;
constexpr uint8_t kFresh = 0xa5; ///< every byte of memory nobody has written

/// Region in 3 bits, thread in 5, number in 24.
constexpr uint32_t objectName(Region region, uint32_t thread, uint32_t number) {
  return uint32_t(region) << 29 | thread << 24 | number;
}
constexpr Region regionOf(uint32_t name) { return Region(name >> 29); }
constexpr uint32_t threadOf(uint32_t name) { return name >> 24 & 31; }
constexpr uint32_t numberOf(uint32_t name) { return name & 0xffffff; }
constexpr uint64_t addressOf(uint32_t name) {
  return uint64_t(name) << 32 | kMiddle;
}
constexpr uint32_t nameOf(uint64_t address) { return uint32_t(address >> 32); }
constexpr int64_t offsetOf(uint64_t address) {
  return int64_t(address & 0xffffffff) - int64_t(kMiddle);
}

// Parts
// ----------------------------------------------------------------------------

/// Which functions may free a heap object.
enum class Family : uint8_t { Malloc, New, NewArray };

struct Object {
  std::vector<uint8_t> bytes;
  Family family = Family::Malloc;
  bool isConstant = false;
  bool isOpaque = false; ///< defined in a library: has an address only
};

struct Frame {
  const FunctionInfo *function = nullptr;
  uint32_t pc = 0;             ///< index into function->code
  bool isFreeStanding = false; ///< its return goes to no call instruction
  uint8_t stage = 0;           ///< how far a library call in progress is
  std::vector<Value> registers;
  std::vector<uint32_t> locals; ///< objects that end with the frame
};

enum class Phase : uint8_t { None, Waiting, Woken };

struct Thread {
  std::vector<std::shared_ptr<const Frame>> frames;
  bool isFinished = false, isDetached = false, isJoined = false;
  bool isExiting =
      false;             ///< runs what atexit registered, then ends the process
  uint32_t exitBase = 0; ///< frames when it began to exit
  int exitStatus = 0;
  uint64_t result = 0;
  uint32_t heapCount = 0;
  uint32_t atomicDepth = 0;
  Phase phase = Phase::None; ///< inside a wait that takes several steps
  uint64_t waitsAt = 0, waitsWith = 0;
};

enum class SyncKind : uint8_t {
  Mutex,
  RwLock,
  Spin,
  Cond,
  Semaphore,
  Barrier,
  Once,
  Guard
};

/// Lives beside the program's memory, under the address of its first byte.
struct Sync {
  SyncKind kind = SyncKind::Mutex;
  bool isDestroyed = false;
  uint32_t type = 0;  ///< of a mutex: 0 normal, 1 recursive, 2 error-checking
  int32_t owner = -1; ///< mutex, spin lock, writer; who runs a once routine
  uint32_t count = 0; ///< depth, value of a semaphore, arrivals, 1 = once done
  uint32_t total = 0; ///< threads a barrier waits for
  std::map<uint32_t, uint32_t> readers; ///< thread -> how often it reads
};

struct State {
  std::map<uint32_t, std::shared_ptr<const Object>> objects;
  std::vector<Thread> threads;
  std::map<uint64_t, Sync> syncs;
  std::vector<std::pair<uint64_t, uint64_t>> atExit; ///< function, argument

  Object &change(uint32_t name);
  Frame &change(uint32_t thread, size_t frame);
  Frame &top(uint32_t thread) {
    return change(thread, threads[thread].frames.size() - 1);
  }
  const Frame &peekTop(uint32_t thread) const {
    return *threads[thread].frames.back();
  }
  /// Ends an object's life, with what is kept at its addresses.
  void remove(uint32_t name);
  /// The lowest name for a local variable of `thread` that occurs nowhere.
  uint32_t freshLocal(uint32_t thread) const;
};

/// Turns states into short keys that are equal exactly when the states are.
/// Every part's complete contents are kept once, under a number; no hash ever
/// stands for contents.
class Keys {
public:
  /// Also makes the state share its parts with equal ones of other states.
  std::string keyOf(State &state);

private:
  struct Part {
    uint32_t number;
    std::shared_ptr<const void> first; ///< what all others are replaced by
  };
  template <typename T, typename Contents>
  uint32_t number(std::shared_ptr<const T> &part, Contents contents);

  std::unordered_map<std::string, Part> parts_;
  /// By the address of a `first`: these never change and never go away.
  std::unordered_map<const void *, uint32_t> known_;
};

} // namespace oracle
