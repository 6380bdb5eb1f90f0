//===- interp/state/State.cpp - Freeing and comparing states --------------===//
#include "interp/state/State.h"

#include "interp/state/weak/WeakMemory.h"
#include "interp/state/symbolic/Shadows.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace rbcheck {

namespace {

/// Frames form long chains; freeing them must not recurse.
void destroyFrames(FrameNode *frame) {
  while (frame) {
    FrameNode *parent = frame->parent;
    size_t bytes = sizeof(FrameNode) + frame->count * sizeof(uint64_t);
    poolFree(frame, bytes);
    if (!parent)
      return;
    bool shared = kNodesAreShared;
    uint32_t left = shared ? __atomic_sub_fetch(&parent->refs, 1,
                                                __ATOMIC_ACQ_REL)
                           : --parent->refs;
    frame = left == 0 ? parent : nullptr;
  }
}

} // namespace

void destroyNode(Node *node) {
  switch (node->type) {
  case NodeType::Trie: {
    auto *trie = static_cast<TrieNode *>(node);
    for (Node *kid : trie->kids)
      release(kid);
    poolFree(trie, sizeof(TrieNode));
    return;
  }
  case NodeType::Leaf:
    poolFree(node, sizeof(Leaf));
    return;
  case NodeType::Object: {
    auto *object = static_cast<Object *>(node);
    object->leaves.releaseRoot();
    release(object->holders);
    poolFree(object, object->allocatedBytes());
    return;
  }
  case NodeType::Alias:
    poolFree(node, sizeof(Alias));
    return;
  case NodeType::Holder:
    destroyHolders(static_cast<Holder *>(node));
    return;
  case NodeType::Frame:
    destroyFrames(static_cast<FrameNode *>(node));
    return;
  case NodeType::Thread: {
    auto *thread = static_cast<ThreadNode *>(node);
    release(thread->top);
    thread->heap.releaseRoot();
    thread->stack.releaseRoot();
    thread->~ThreadNode();
    poolFree(thread, sizeof(ThreadNode));
    return;
  }
  case NodeType::State: {
    auto *state = static_cast<StateNode *>(node);
    for (uint32_t i = 0; i < StateNode::partsOf(state->threadCount); ++i)
      release(state->parts()[i]);
    state->globals.releaseRoot();
    const size_t bytes = StateNode::bytesFor(state->threadCount);
    state->~StateNode();
    poolFree(state, bytes);
    return;
  }
  }
}

namespace {

bool equalNodes(const Node *a, const Node *b);

bool equalObjects(const Object &a, const Object &b) {
  if (a.kind != b.kind || a.alloc != b.alloc || a.shared != b.shared ||
      a.base != b.base || a.size != b.size)
    return false;
  if (a.isSmall())
    return std::memcmp(a.inlineBytes(), b.inlineBytes(), a.size) == 0;
  return a.fill == b.fill && equalNodes(a.leaves.root, b.leaves.root);
}

bool equalFrames(const FrameNode *a, const FrameNode *b) {
  while (a != b) {
    if (!a || !b || a->function != b->function || a->pc != b->pc ||
        a->stackMark != b->stackMark || a->varargs != b->varargs ||
        a->preset != b->preset || a->flags != b->flags ||
        a->count != b->count ||
        std::memcmp(a->slots(), b->slots(), a->count * sizeof(uint64_t)))
      return false;
    a = a->parent;
    b = b->parent;
  }
  return true;
}

bool isEmpty(const Node *node) {
  if (!node)
    return true;
  if (node->type != NodeType::Trie)
    return false;
  auto *trie = static_cast<const TrieNode *>(node);
  return std::all_of(std::begin(trie->kids), std::end(trie->kids), isEmpty);
}

/// Equal as arrays: empty subtrees and the height do not matter.
bool equalTries(const TrieNode &a, const TrieNode &b) {
  if (a.level > b.level)
    return equalTries(b, a);
  if (a.level < b.level)
    return equalNodes(&a, b.kids[0]) &&
           std::all_of(std::begin(b.kids) + 1, std::end(b.kids), isEmpty);
  for (unsigned i = 0; i < kTrieFan; ++i)
    if (!equalNodes(a.kids[i], b.kids[i]))
      return false;
  return true;
}

bool equalNodes(const Node *a, const Node *b) {
  if (a == b)
    return true;
  if (!a || !b)
    return isEmpty(a) && isEmpty(b);
  if (a->type != b->type)
    return false;
  switch (a->type) {
  case NodeType::Trie:
    return equalTries(*static_cast<const TrieNode *>(a),
                      *static_cast<const TrieNode *>(b));
  case NodeType::Leaf:
    return std::memcmp(static_cast<const Leaf *>(a)->bytes,
                       static_cast<const Leaf *>(b)->bytes, kLeafBytes) == 0;
  case NodeType::Object:
    return equalObjects(*static_cast<const Object *>(a),
                        *static_cast<const Object *>(b));
  case NodeType::Alias:
    return static_cast<const Alias *>(a)->base ==
           static_cast<const Alias *>(b)->base;
  case NodeType::Frame:
    return equalFrames(static_cast<const FrameNode *>(a),
                       static_cast<const FrameNode *>(b));
  case NodeType::Thread: {
    auto &x = *static_cast<const ThreadNode *>(a);
    auto &y = *static_cast<const ThreadNode *>(b);
    return std::memcmp(&x.s, &y.s, sizeof(x.s)) == 0 &&
           areEqual(x.footprint, y.footprint) &&
           equalFrames(x.top, y.top) && equalNodes(x.heap.root, y.heap.root) &&
           equalNodes(x.stack.root, y.stack.root);
  }
  case NodeType::Holder:
    return true; // no part of a state
  case NodeType::State:
    return State(Ref<StateNode>(
               const_cast<StateNode *>(static_cast<const StateNode *>(a)))) ==
           State(Ref<StateNode>(
               const_cast<StateNode *>(static_cast<const StateNode *>(b))));
  }
  return false;
}

} // namespace

static bool areEqual(const std::shared_ptr<WeakMemory> &a,
                     const std::shared_ptr<WeakMemory> &b) {
  if (a == b || !a || !b)
    return a == b;
  llvm::SmallVector<uint64_t, 256> mine, other;
  a->encode(mine);
  b->encode(other);
  return mine == other;
}

static bool areEqual(const std::shared_ptr<Shadows> &a,
                     const std::shared_ptr<Shadows> &b) {
  return a == b || (a && b && *a == *b);
}

bool operator==(const State &a, const State &b) {
  const StateNode *x = a.node(), *y = b.node();
  if (x == y)
    return true;
  if (!x || !y || x->threadCount != y->threadCount ||
      std::memcmp(&x->s, &y->s, sizeof(x->s)) || !areEqual(x->weak, y->weak) ||
      !areEqual(x->shadows, y->shadows))
    return false;
  for (uint32_t i = 0; i < x->threadCount; ++i)
    if (!equalNodes(x->thread(i), y->thread(i)))
      return false;
  return equalNodes(x->globals.root, y->globals.root);
}

} // namespace rbcheck
