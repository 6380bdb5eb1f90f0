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
  Hash128 threadSum = 0;    ///< of the hashes of all threads
  Hash128 firstSum = 0;     ///< the same of the first half
  Hash128 fingerprint = 0;
  StateNode() : Node(NodeType::State, 0) {}

  /// Many threads are kept in groups that states share; of few each is a part.
  static bool hasGroups(uint32_t threads) { return threads > kTrieFan; }
  static uint32_t partsOf(uint32_t threads) {
    return hasGroups(threads) ? (threads + kTrieFan - 1) / kTrieFan : threads;
  }
  /// Behind the node: ThreadNodes, or TrieNodes of them.
  Node **parts() { return reinterpret_cast<Node **>(this + 1); }
  Node *const *parts() const {
    return reinterpret_cast<Node *const *>(this + 1);
  }
  ThreadNode *thread(uint32_t id) const {
    Node *node = hasGroups(threadCount)
                     ? static_cast<TrieNode *>(parts()[id / kTrieFan])
                           ->kids[id % kTrieFan]
                     : parts()[id];
    return static_cast<ThreadNode *>(node);
  }
  static size_t bytesFor(uint32_t threads) {
    return sizeof(StateNode) + partsOf(threads) * sizeof(Node *);
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
  const ThreadNode &thread(uint32_t id) const { return *node_->thread(id); }
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
