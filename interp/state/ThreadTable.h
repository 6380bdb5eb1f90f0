//===- interp/state/ThreadTable.h - The threads of an open state ----------===//
//
// All threads by number, copied on their first change like everything else.
// What has to be known of all of them together, the sums of their hashes and
// what each is about to touch, is kept and changed with each thread: so that a
// step costs what it changed, whether there are two threads or a hundred.
//
// Invariant: a thread that is not dirty counts in the sums with its hash and
// has its mark; one that is dirty counts with the hash it has from before.
// Invariant: a group that is not changed holds the same threads as the table.
// Tested by test/unit/StateTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/PendingMark.h"
#include "interp/state/State.h"

#include <vector>

namespace rbcheck {

class ThreadTable {
public:
  ThreadTable() = default;
  ThreadTable(const ThreadTable &) = delete;
  ThreadTable &operator=(const ThreadTable &) = delete;
  ~ThreadTable() { clear(); }

  uint32_t size() const { return uint32_t(threads_.size()); }
  const ThreadNode &operator[](uint32_t id) const { return *threads_[id]; }

  void clear();
  /// Takes over the threads of a state.
  void open(const StateNode &state);
  /// Gives them to one that is being made, with room for them.
  void freezeInto(StateNode &state);

  /// A thread that may be changed in this epoch.
  ThreadNode &own(uint32_t id, uint64_t epoch) {
    ThreadNode *thread = threads_[id];
    return thread->epoch == epoch && thread->dirty ? *thread
                                                   : makeOwned(id, epoch);
  }
  /// One that own() was called for in this epoch.
  ThreadNode &owned(uint32_t id) { return *threads_[id]; }
  /// A thread whose tries may be changed in this epoch; all that counts in its
  /// hash stays as it is.
  ThreadNode &ownTries(uint32_t id, uint64_t epoch);
  uint32_t add(uint64_t epoch);

  /// Hashes what was changed.
  void hash();
  bool isHashed() const { return dirty_.empty(); }
  /// Once hashed: sums of the hashes of all threads, and of the first half.
  Hash128 sum() const { return sum_; }
  Hash128 firstSum() const { return firstSum_; }
  /// Once hashed: one for each of many threads; of few there are none.
  llvm::ArrayRef<PendingMark> marks() const { return marks_; }

  static Hash128 hashOf(const ThreadNode &thread, uint32_t id);

private:
  friend class StateVerifier; ///< Verify.h
  void set(uint32_t id, ThreadNode *thread) {
    if (threads_[id] != thread)
      replace(id, thread);
  }
  void replace(uint32_t id, ThreadNode *thread);
  ThreadNode *copy(uint32_t id, uint64_t epoch);
  ThreadNode &makeOwned(uint32_t id, uint64_t epoch);
  void resize(uint32_t count);
  void changed(uint32_t id);
  bool isInFirstHalf(uint32_t id) const { return id < (size() + 1) / 2; }
  void sumUp();

  /// Of a state with many threads: as its groups were, and which are not any
  /// more.
  struct Group {
    TrieNode *node = nullptr; ///< owned
    bool isChanged = true;
  };
  std::vector<ThreadNode *> threads_; ///< owned
  std::vector<PendingMark> marks_;
  std::vector<Group> groups_; ///< empty with few threads
  std::vector<uint32_t> dirty_;
  Hash128 sum_ = 0, firstSum_ = 0;
  uint32_t summed_ = 0; ///< number of threads that the sums are of
};

} // namespace rbcheck
