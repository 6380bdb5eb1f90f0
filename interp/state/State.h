//===- interp/state/State.h - One snapshot of the program under test ------===//
//
// A State is all that decides what the program can do next: threads, memory,
// locks. Two States that compare equal have the same future, so nothing that
// only serves reports or statistics may live here.
//
// Copying a State is one reference count. States are immutable; an OpenState
// is the mutable form that a machine works on.
// Tested by test/unit/StateTest.cpp. Background: docs/design.md, "States".
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/Thread.h"

namespace rbcheck {

class Shadows;    // interp/state/symbolic/Shadows.h
class WeakMemory; // interp/state/weak/WeakMemory.h
struct WeakFacts;

struct StateScalars {
  uint32_t live = 0;        ///< threads that are not finished
  uint32_t exited = 0;      ///< the process has ended
  uint64_t heapBytes = 0;   ///< in live heap objects
  uint32_t exitStatus = 0;
  uint16_t survived = 0;    ///< faults that the execution went on behind
  uint16_t isGuessed = 0;   ///< ... and nobody knows how for one of them
  bool operator==(const StateScalars &) const = default;
};

struct StateNode : Node {
  StateScalars s;
  uint32_t threadCount = 0;
  Trie globals;
  Hash128 memory = 0;       ///< sum over all objects
  /// With MemoryModel::C11: what program memory does not tell. Frozen.
  std::shared_ptr<WeakMemory> weak;
  Hash128 weakHash = 0;
  /// What depends on inputs; null if there are no symbolic ones. Frozen.
  std::shared_ptr<Shadows> shadows;
  Hash128 shadowsHash = 0;
  Hash128 fingerprint = 0;
  StateNode() : Node(NodeType::State, 0) {}
  ThreadNode **threads() { return reinterpret_cast<ThreadNode **>(this + 1); }
  ThreadNode *const *threads() const {
    return reinterpret_cast<ThreadNode *const *>(this + 1);
  }
};

class State {
public:
  State() = default;
  explicit State(Ref<StateNode> node) : node_(std::move(node)) {}
  explicit operator bool() const { return bool(node_); }

  Hash128 fingerprint() const { return node_->fingerprint; }
  /// Sum over all objects.
  Hash128 memory() const { return node_->memory; }
  uint32_t threadCount() const { return node_->threadCount; }
  const ThreadNode &thread(uint32_t id) const { return *node_->threads()[id]; }
  bool exited() const { return node_->s.exited; }
  /// Faults that the execution went on behind.
  uint32_t survived() const { return node_->s.survived; }
  const StateNode *node() const { return node_.get(); }
  /// Equal as values, byte for byte; slow, for tests and exact sets.
  friend bool operator==(const State &a, const State &b);

private:
  Ref<StateNode> node_;
};

} // namespace rbcheck
