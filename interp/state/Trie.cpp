//===- interp/state/Trie.cpp - Persistent array of nodes ------------------===//
#include "interp/state/Trie.h"

#include <new>

namespace rbcheck {

namespace {

TrieNode *makeTrieNode(uint64_t epoch, uint8_t level) {
  return new (poolAllocate(sizeof(TrieNode))) TrieNode(epoch, level);
}

__attribute__((noinline)) TrieNode *copyTrieNode(Node *&place, uint64_t epoch,
                                                 uint8_t level) {
  auto *node = static_cast<TrieNode *>(place);
  TrieNode *copy = makeTrieNode(epoch, level);
  if (node) {
    for (unsigned i = 0; i < kTrieFan; ++i) {
      copy->kids[i] = node->kids[i];
      retain(copy->kids[i]);
    }
    release(node);
  }
  place = copy;
  return copy;
}

/// Makes the node at `place` writable in `epoch`.
inline TrieNode *ownTrieNode(Node *&place, uint64_t epoch, uint8_t level) {
  auto *node = static_cast<TrieNode *>(place);
  return node && node->epoch == epoch ? node
                                      : copyTrieNode(place, epoch, level);
}

} // namespace

Node **Trie::makeSlot(uint32_t index, uint64_t epoch) {
  if (!root)
    root = makeTrieNode(epoch, 0);
  while (index >> (kTrieBits * root->level) >= kTrieFan) {
    TrieNode *higher = makeTrieNode(epoch, root->level + 1);
    higher->kids[0] = root;
    root = higher;
  }
  Node *top = root;
  TrieNode *node = ownTrieNode(top, epoch, root->level);
  root = node;
  for (unsigned level = node->level; level; --level)
    node = ownTrieNode(node->kids[index >> (kTrieBits * level) & (kTrieFan - 1)],
                       epoch, uint8_t(level - 1));
  return &node->kids[index & (kTrieFan - 1)];
}

} // namespace rbcheck
