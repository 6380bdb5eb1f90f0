//===- interp/state/Thread.h - One thread and its frames in a state -------===//
//
// A thread is parked just before its next visible operation, or finished. Its
// frames are a persistent list from the innermost outwards; a frame keeps the
// slots that are live at its place in the code and nothing else, so states
// that differ in dead values match.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/Access.h"
#include "interp/state/Footprint.h"
#include "interp/state/Object.h"

namespace rbcheck {

enum FrameFlags : uint32_t {
  kPresetResult = 1,   ///< called by a model: the result is `preset`
  kFreshFrame = 2,     ///< a thread's first frame, not started: params only
  kHandlerFrame = 4,   ///< runs a signal's handler: not called by what is below
  kHandlerInCall = 8,  ///< ... which is a call that the signal may end
  kHandlerInWait = 16  ///< ... which waits, and goes on to
};

struct FrameNode : Node {
  uint32_t count = 0;            ///< live slots kept
  FrameNode *parent = nullptr;   ///< owned; the caller
  Hash128 hash = 0;              ///< of all that follows
  // Hashed in one piece, slots included: no padding from here on.
  Hash128 parentHash = 0;
  uint32_t function = 0;
  uint32_t pc = 0;           ///< top frame: next instruction; others: the call
  uint32_t stackMark = 0;    ///< stack objects below this belong to callers
  uint32_t flags = 0;        ///< FrameFlags
  uint64_t varargs = 0;      ///< address of the variadic arguments, or 0
  uint64_t preset = 0;       ///< kPresetResult: what its caller gets instead

  FrameNode(uint64_t epoch) : Node(NodeType::Frame, epoch) {}
  uint64_t *slots() { return reinterpret_cast<uint64_t *>(this + 1); }
  const uint64_t *slots() const {
    return reinterpret_cast<const uint64_t *>(this + 1);
  }
  void computeHash() {
    hash = hashBytes(&parentHash,
                     size_t(reinterpret_cast<const char *>(slots() + count) -
                            reinterpret_cast<const char *>(&parentHash)),
                     0x6672616d65);
  }
};
static_assert(sizeof(FrameNode) % 16 == 0);

enum class PendingKind : uint8_t {
  None,     ///< finished thread
  Access,   ///< plain or atomic memory access
  Model,    ///< library call (locks, join, choice, exit, ...)
  Pause,    ///< end of a time slice without visible operation, or a fence
  Decide    ///< it goes on differently for different inputs (Shadows.h)
};

/// What an operation does to the one order of all seq_cst operations, with
/// MemoryModel::C11.
enum class OrderTouch : uint8_t { None, Reads, Writes };

/// What a parked thread will do next. Follows from the rest of the state, so
/// it is kept for speed and not hashed.
struct Pending {
  PendingKind kind = PendingKind::None;
  /// Its plain accesses come only once it is not blocked any more.
  bool isGuarded = false;
  /// It synchronises with nobody: a plain access, or a pause in the middle of
  /// something. With Steps::Sync only such a pause is a step.
  bool isPlain = false;
  OrderTouch order = OrderTouch::None;
  uint32_t callee = 0;     ///< Model: the called function
  uint64_t args[4] = {};   ///< Model: its first arguments
  Accesses accesses;       ///< all memory that it touches
};

/// Locks that a thread holds for itself: mutexes, spin locks, read-write locks
/// for writing. Follows from the rest of the state, like Pending, and is kept
/// with MachineOptions::locksets only. Beyond a few they are left out: who asks
/// must be right with fewer, too.
class LockSet {
public:
  LockSet() = default;
  LockSet(const LockSet &other) { *this = other; }
  LockSet &operator=(const LockSet &other) {
    std::copy(other.locks_, other.locks_ + other.count_, locks_);
    count_ = other.count_;
    return *this;
  }
  void set(uint64_t lock, bool isHeld) {
    uint64_t *end = locks_ + count_;
    uint64_t *at = std::find(locks_, end, lock);
    if (isHeld && at == end && count_ < kMost)
      locks_[count_++] = lock;
    else if (!isHeld && at != end)
      *at = locks_[--count_];
  }
  void clear() { count_ = 0; }
  llvm::ArrayRef<uint64_t> locks() const { return {locks_, count_}; }

private:
  static constexpr uint32_t kMost = 4;
  uint64_t locks_[kMost]; ///< the first `count_`
  uint32_t count_ = 0;
};

enum class ThreadStatus : uint8_t { Parked, Finished };

/// Cancellation of a thread (pthread_cancel).
enum CancelFlags : uint16_t {
  kCancelRequested = 1,
  kCancelDisabled = 2,   ///< PTHREAD_CANCEL_DISABLE
  kCancelAsync = 4,      ///< PTHREAD_CANCEL_ASYNCHRONOUS
  kCancelLeaving = 8     ///< the thread is ending: no more requests
};
inline bool actsOnCancel(uint16_t flags) {
  return (flags & (kCancelRequested | kCancelDisabled | kCancelLeaving)) ==
         kCancelRequested;
}

/// What a section of the runtime library adds to ThreadScalars::atomicDepth: no
/// thread learns anything from another one in it. One of the program adds 1.
constexpr uint16_t kSilentSection = 0x1000;
inline bool isSilent(uint16_t depth) { return depth % kSilentSection == 0; }

/// The hashed scalar part of a thread: plain data without padding.
struct ThreadScalars {
  ThreadStatus status = ThreadStatus::Parked;
  uint8_t detached = 0;
  uint8_t joined = 0;
  uint8_t phase = 0;         ///< progress inside a model that takes several steps
  uint16_t atomicDepth = 0;  ///< nesting of atomic sections
  uint16_t cancel = 0;       ///< CancelFlags
  uint32_t heapNext = 0;     ///< next heap index
  uint32_t stackNext = 0;    ///< next stack position
  uint64_t result = 0;       ///< what a finished thread returned
  uint64_t wait[2] = {};     ///< for models: what the thread waits for
  uint64_t clock = 0;        ///< of thread 0: virtual time, for interp/models/Time.h
};

struct ThreadNode : Node {
  ThreadScalars s;
  FrameNode *top = nullptr;  ///< owned
  Trie heap;
  Trie stack;
  Pending pending;
  LockSet held;
  FootprintRef footprint;    ///< with Steps::Sync; of an ended thread until it
                             ///< is joined
  Hash128 hash = 0;          ///< of scalars, frames, footprint; once frozen
  bool dirty = false;        ///< in the open state's list of dirty threads
  ThreadNode(uint64_t epoch) : Node(NodeType::Thread, epoch) {}
};

} // namespace rbcheck
