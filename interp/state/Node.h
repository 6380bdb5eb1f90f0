//===- interp/state/Node.h - Reference-counted pieces of states -----------===//
//
// States are persistent trees of Nodes. A node is mutable only while its
// `epoch` is that of the open state that made it; freezing a state moves the
// open state to a new epoch, which freezes all its nodes at once, in O(1).
// Frozen nodes are shared between states and never change.
//
// Counts are plain integers while one worker runs and atomic once several do
// (shareBetweenWorkers()). Memory comes from per-thread free lists (Pool.h).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/Pool.h"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace rbcheck {

enum class NodeType : uint8_t {
  Trie, Leaf, Object, Alias, Frame, Thread, State, Holder
};

struct Node {
  uint32_t refs = 1;
  NodeType type;
  uint8_t level = 0;       ///< Trie: height above the elements
  uint64_t epoch;
  /// Number given by an exact visited set; 0 = none yet. Not part of a state.
  mutable uint32_t internId = 0;

  Node(NodeType type, uint64_t epoch) : type(type), epoch(epoch) {}
};

extern bool kNodesAreShared;
/// From now on several workers hold nodes: counts become atomic.
void shareBetweenWorkers();

/// A number no open state had before.
uint64_t freshEpoch();

inline void retain(Node *node) {
  if (!node)
    return;
  if (__builtin_expect(kNodesAreShared, false))
    __atomic_fetch_add(&node->refs, 1, __ATOMIC_RELAXED);
  else
    ++node->refs;
}

/// Frees the node and what only it holds (State.cpp knows all types).
void destroyNode(Node *node);

inline void release(Node *node) {
  if (!node)
    return;
  uint32_t left = __builtin_expect(kNodesAreShared, false)
                      ? __atomic_sub_fetch(&node->refs, 1, __ATOMIC_ACQ_REL)
                      : --node->refs;
  if (left == 0)
    destroyNode(node);
}

/// True if the caller's is the only reference.
inline bool isHeldOnce(const Node &node) {
  return __atomic_load_n(&node.refs, __ATOMIC_ACQUIRE) == 1;
}

/// Owning pointer to a node.
template <typename T> class Ref {
public:
  Ref() = default;
  /// Takes over one count.
  static Ref adopt(T *node) {
    Ref ref;
    ref.node_ = node;
    return ref;
  }
  explicit Ref(T *node) : node_(node) { retain(node); }
  Ref(const Ref &other) : node_(other.node_) { retain(node_); }
  Ref(Ref &&other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
  Ref &operator=(Ref other) noexcept {
    std::swap(node_, other.node_);
    return *this;
  }
  ~Ref() { release(node_); }

  T *get() const { return node_; }
  T *operator->() const { return node_; }
  T &operator*() const { return *node_; }
  explicit operator bool() const { return node_ != nullptr; }
  /// Gives up the count without releasing it.
  T *take() { return std::exchange(node_, nullptr); }

private:
  T *node_ = nullptr;
};

} // namespace rbcheck
