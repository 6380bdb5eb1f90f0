//===- search/livelock/Trap.h - Threads that spin on what cannot change ---===//
//
// A state is a *trap* if some thread can move and no thread ever changes
// anything for another one: each of them that can move repeats itself for ever,
// and the others wait for what will not come. That is the property `livelock`.
//
// How it is decided without all interleavings: for each thread that can move,
// the states are looked at that it comes to when it *alone* goes on. The thread
// *stays* if it comes back to one of them, and on the way no step has
// alternatives, ends the path, prints anything or passes rb_progress(), and
//
//     all these states are the same but for what belongs to the thread: its
//     frames, and objects that no other thread can reach; unless no other
//     lives, for then it may change what it likes.
//
// If all stay, so do they together. What a step does depends on what belongs to
// its thread and on what all can see. The latter is the same in all these
// states, so in any mixture of them each thread finds what it finds alone, and
// a thread that waits finds nothing new. So no execution leaves these states,
// and the work is the sum of the threads' loops and not their product. (A
// thread in an atomic section keeps others from moving, which only takes steps
// away. If it never comes out of it, nothing else matters.)
//
// A loop that takes values of the search's choice (rb_choose) is no trap: it is
// driven from outside, as a server is by its clients.
//
// All that can follow a trap are traps. So a search that comes to one need not
// notice at once, and a search that leaves out orders of independent steps
// comes to one, too: docs/reduction.md.
//
// What is not recognised: loops of more than kMostStates visible steps, loops
// without any that take more than some thousand instructions (LoopWatch.h), and
// loops of several threads that change what others see and change it back, such
// as to poll under a lock: those are for the check `termination`.
//
// Threads: one worker owns a finder. Tested by test/search/livelock.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Trace.h"

#include <cstddef>
#include <cstring>
#include <vector>

namespace rbcheck {

/// The two states are the same but for frames of `thread` and objects that only
/// it can reach. With `locality` off nothing is known of the latter.
bool differOnlyIn(const State &a, const State &b, uint32_t thread,
                  bool locality);

/// What the loop of a thread depends on, as a number: its own state, memory,
/// and what there is to know of other threads besides. Of a State, or of an
/// OpenState whose fingerprint was taken.
template <typename S> Hash128 loopKey(const S &state, uint32_t thread) {
  uint64_t others = 0;
  for (uint32_t id = 0; id < state.threadCount(); ++id) {
    const ThreadScalars &s = state.thread(id).s;
    uint64_t flags;
    static_assert(offsetof(ThreadScalars, heapNext) == sizeof(flags));
    std::memcpy(&flags, &s, sizeof(flags)); // all that stands before
    flags += s.wait[0] * 31 + s.wait[1] * 37 + s.clock;
    others = (others + flags + 1) * 0x9e3779b97f4a7c15ull;
    others ^= others >> 29;
  }
  const Hash128 wide = Hash128(others) << 64 | others * 0xd6e8feb86659fd93ull;
  return state.memory() * 3 + state.thread(thread).hash + wide;
}

class TrapFinder {
public:
  TrapFinder(const Program &program, const MachineOptions &options);
  ~TrapFinder();

  bool isTrap(const State &state);
  /// The same, when the last step was one of `moved`: quick where nothing is to
  /// be found, since it remembers threads that do not stay.
  bool isTrap(const State &state, uint32_t moved);
  /// True if it is known that `thread` does not stay there. `isAlone`: no other
  /// lives. The fingerprint of the state was taken.
  bool isLeaving(const OpenState &state, Hash128 fingerprint, uint32_t thread,
                 bool isAlone) const {
    return isIn(leaving_, isAlone ? fingerprint : loopKey(state, thread));
  }

  /// From a trap on: steps to a state that comes back, and from there to
  /// itself, a turn of each thread that moves. Each stands in that state at the
  /// first place, in the order of the code, of those where it is parked in its
  /// turn.
  struct Lasso {
    Schedule stem, cycle;
    std::vector<uint32_t> spinning; ///< threads
    State at;
  };
  Lasso lasso(const State &state);

  /// The trap as an error: of the first thread that spins, where it stands.
  Fault describe(const Lasso &lasso);

  /// States of a thread's own loop, at most.
  static constexpr size_t kMostStates = 4096;

private:
  /// Who else there is meanwhile.
  enum class Among : uint8_t {
    Others,
    Nobody, ///< all others have ended
    Section ///< nobody, since the thread is in an atomic section; it has to
            ///< stay
  };
  using Keys = std::vector<Hash128>;
  using Threads = llvm::SmallVector<uint32_t, 8>;
  static Among amongWhom(const State &state);
  Threads moversOf(const State &state);
  bool staysInSection(const State &state, uint32_t thread);
  bool stays(const State &state, uint32_t thread, Among among);
  bool staysAsKnown(const State &state, uint32_t thread, Among among);
  bool step(const State &from, uint32_t thread, const State &first, Among among,
            State &to);
  bool isAllowed(const State &first, const State &now, uint32_t thread,
                 Among among);

  static Hash128 keyOf(const State &state, uint32_t thread, Among among) {
    return among == Among::Others ? loopKey(state, thread)
                                  : state.fingerprint();
  }
  static bool isIn(const Keys &keys, Hash128 key) {
    return keys[size_t(key) % kRows] == key;
  }
  static void add(Keys &keys, Hash128 key) { keys[size_t(key) % kRows] = key; }

  /// What is known of threads, by what that depends on: tables of limited size
  /// in which later ones replace earlier ones.
  static constexpr size_t kRows = 1u << 14;
  Keys leaving_, staying_;
  Machine machine_;
};

} // namespace rbcheck
