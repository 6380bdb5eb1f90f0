//===- interp/state/Trie.h - Persistent array of nodes --------------------===//
//
// A sparse array of nodes as a tree of fan-out 8. Lookups cost its height;
// a write copies the path to the element unless the open state owns it
// already (Node.h). Used for the objects of a region and for the leaves of a
// large object.
//
// Tested by test/unit/StateTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/Node.h"

namespace rbcheck {

constexpr unsigned kTrieBits = 3;
constexpr unsigned kTrieFan = 1u << kTrieBits;

struct TrieNode : Node {
  Node *kids[kTrieFan] = {};
  TrieNode(uint64_t epoch, uint8_t height) : Node(NodeType::Trie, epoch) {
    level = height;
  }
};

/// Does not own its root by itself: holders retain and release it (`copy`,
/// `drop`), so that structs with tries stay plain data.
struct Trie {
  TrieNode *root = nullptr;   ///< level = height - 1; null = empty

  Node *get(uint32_t index) const {
    Node **place = find(index);
    return place ? *place : nullptr;
  }

  /// The place of an element, if there is a path to it; not for writing, unless
  /// the path is owned.
  Node **find(uint32_t index) const {
    TrieNode *node = root;
    if (!node || index >> (kTrieBits * node->level) >= kTrieFan)
      return nullptr;
    for (unsigned level = node->level; level; --level) {
      node = static_cast<TrieNode *>(
          node->kids[index >> (kTrieBits * level) & (kTrieFan - 1)]);
      if (!node)
        return nullptr;
    }
    return &node->kids[index & (kTrieFan - 1)];
  }

  /// Calls visit(node) for each element, by index.
  template <typename Visit> void forEach(Visit visit) const {
    if (root)
      forEachIn(*root, visit);
  }

  /// The place of an element, on a path owned by `epoch`.
  Node **slot(uint32_t index, uint64_t epoch) {
    TrieNode *node = root;
    if (!node || index >> (kTrieBits * node->level) >= kTrieFan)
      return makeSlot(index, epoch);
    for (unsigned level = node->level;; --level) {
      if (!node || node->epoch != epoch)
        return makeSlot(index, epoch);
      Node *&kid = node->kids[index >> (kTrieBits * level) & (kTrieFan - 1)];
      if (!level)
        return &kid;
      node = static_cast<TrieNode *>(kid);
    }
  }

  void retainRoot() const { retain(root); }
  void releaseRoot() {
    release(root);
    root = nullptr;
  }

private:
  /// As slot(), where the path has to be made or copied.
  Node **makeSlot(uint32_t index, uint64_t epoch);
  template <typename Visit>
  static void forEachIn(const TrieNode &node, Visit &visit) {
    for (const Node *kid : node.kids)
      if (kid && node.level)
        forEachIn(*static_cast<const TrieNode *>(kid), visit);
      else if (kid)
        visit(*kid);
  }
};

} // namespace rbcheck
