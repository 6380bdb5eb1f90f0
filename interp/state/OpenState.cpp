//===- interp/state/OpenState.cpp - The one state a machine works on ------===//
#include "interp/state/OpenState.h"

#include "interp/state/Value.h"
#include "interp/state/Verify.h"
#include "interp/state/symbolic/Shadows.h"
#include "interp/state/weak/WeakMemory.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>

namespace rbcheck {

namespace {

constexpr uint64_t kStateSeed = 0x7374617465000000ull;

Leaf *makeLeaf(uint64_t epoch, const Leaf *from, uint8_t fill) {
  auto *leaf = new (poolAllocate(sizeof(Leaf))) Leaf(epoch);
  if (from)
    std::memcpy(leaf->bytes, from->bytes, kLeafBytes);
  else
    std::memset(leaf->bytes, fill, kLeafBytes);
  return leaf;
}

} // namespace

// Here, among those who call it: it becomes a part of them.
__attribute__((always_inline)) static inline Object *
makeObject(uint64_t epoch, ObjectKind kind, uint64_t base, uint64_t size,
           uint8_t fill) {
  size_t inlineSize = size <= kLeafBytes ? (size + 15) / 16 * 16 : 0;
  void *memory = poolAllocate(sizeof(Object) + inlineSize);
  auto *object = new (memory) Object(epoch, kind, base, size);
  object->fill = fill;
  if (object->isSmall())
    fillInline(*object);
  return object;
}

Object *Object::create(uint64_t epoch, ObjectKind kind, uint64_t base,
                       uint64_t size, uint8_t fill) {
  return makeObject(epoch, kind, base, size, fill);
}

Hash128 OpenState::hashLeaf(const Leaf &leaf, uint32_t index) {
  return hashBytes(leaf.bytes, kLeafBytes, 0x6c656166 + index);
}

bool OpenState::saysNothing(const Object &object, const Leaf &leaf) const {
  return std::memcmp(leaf.bytes, object.fill ? fills_ : zeros_, kLeafBytes) ==
         0;
}

OpenState::OpenState()
    : scalarsHash_(
          hashBytes(&hashedScalars_, sizeof(StateScalars), kStateSeed)),
      epoch_(freshEpoch()) {
  std::memset(fills_, kFreshByte, sizeof(fills_));
}

OpenState::~OpenState() { releaseAll(); }

void OpenState::releaseAll() {
  threads_.clear();
  dropBeside();
  globals_.releaseRoot();
  dirtyObjects_.clear();
  dirtyLeaves_.clear();
  weak_.reset();
  weakHash_ = 0;
  isWeakHashed_ = true;
  shadows_.reset();
  shadowsHash_ = 0;
  areShadowsHashed_ = true;
  current_ = State();
}

void OpenState::makeWeak(const WeakFacts *facts) {
  touch();
  weak_ = std::make_shared<WeakMemory>(facts);
  isWeakHashed_ = false;
}

WeakMemory &OpenState::ownWeak() {
  touch();
  isWeakHashed_ = false;
  if (weak_.use_count() != 1)
    weak_ = std::make_shared<WeakMemory>(*weak_);
  else // another worker may have let go of it
    std::atomic_thread_fence(std::memory_order_acquire);
  return *weak_;
}

void OpenState::makeShadows() {
  touch();
  shadows_ = std::make_shared<Shadows>();
  areShadowsHashed_ = false;
}

Shadows &OpenState::ownShadows() {
  touch();
  areShadowsHashed_ = false;
  if (shadows_.use_count() != 1)
    shadows_ = std::make_shared<Shadows>(*shadows_);
  else // another worker may have let go of it
    std::atomic_thread_fence(std::memory_order_acquire);
  return *shadows_;
}

void OpenState::clear() {
  releaseAll();
  s_ = StateScalars();
  memory_ = 0;
  epoch_ = freshEpoch();
}

void OpenState::open(const State &state) {
  if (isAt(state))
    return;
  const StateNode *node = state.node();
  threads_.open(*node);
  dropBeside();
  if (globals_.root != node->globals.root) {
    node->globals.retainRoot();
    globals_.releaseRoot();
    globals_ = node->globals;
  }
  dirtyObjects_.clear();
  dirtyLeaves_.clear();
  s_ = node->s;
  if (weak_ != node->weak)
    weak_ = node->weak;
  weakHash_ = node->weakHash;
  isWeakHashed_ = true;
  if (shadows_ != node->shadows)
    shadows_ = node->shadows;
  shadowsHash_ = node->shadowsHash;
  areShadowsHashed_ = true;
  memory_ = node->memory;
  epoch_ = freshEpoch();
  current_ = state;
}

/// They change seldom: the last hash is usually right.
Hash128 OpenState::hashScalars() {
  if (s_ != hashedScalars_) {
    hashedScalars_ = s_;
    scalarsHash_ = hashBytes(&s_, sizeof(s_), kStateSeed);
  }
  return scalarsHash_;
}

Hash128 OpenState::fingerprint() {
  if (current_)
    return current_.fingerprint();
  if (isHashed_)
    return fingerprint_;
  for (const DirtyLeaf &dirty : dirtyLeaves_) {
    // A leaf without news is dropped: absent means the same.
    if (saysNothing(*dirty.object, *dirty.leaf)) {
      Node **slot = dirty.object->leaves.slot(dirty.index, epoch_);
      release(*slot);
      *slot = nullptr;
      ++leavesDropped_;
      continue;
    }
    dirty.leaf->hash = hashLeaf(*dirty.leaf, dirty.index);
    dirty.object->leafSum += dirty.leaf->hash;
  }
  for (Object *object : dirtyObjects_) {
    object->hash = object->computeHash();
    memory_ += object->hash;
  }
  threads_.hash();
  dirtyLeaves_.clear();
  dirtyObjects_.clear();
  if (!isWeakHashed_) {
    weakHash_ = weak_->hash();
    isWeakHashed_ = true;
  }
  if (!areShadowsHashed_) {
    shadowsHash_ = shadows_->hash();
    areShadowsHashed_ = true;
  }
  const Hash128 sum =
      memory_ + hashScalars() + weakHash_ + shadowsHash_ + threads_.sum();
  fingerprint_ = withNeighbourhood(sum, threads_.firstSum());
  // What was hashed must not change any more.
  epoch_ = freshEpoch();
  isHashed_ = true;
#ifndef NDEBUG
  if (isCheckDue(checks_, s_.heapBytes / kLeafBytes))
    requireNoFlaw(findFlaw(*this));
#endif
  return fingerprint_;
}

State OpenState::freeze() {
  if (current_)
    return current_;
  fingerprint();
  if (besideCount_) {
    putIntoTries();
    epoch_ = freshEpoch(); // the copied path must not change any more
  }
  goesBeside_ = true;
  auto *node =
      new (poolAllocate(StateNode::bytesFor(threadCount()))) StateNode();
  node->s = s_;
  node->threadCount = threadCount();
  node->globals = globals_;
  globals_.retainRoot();
  node->memory = memory_;
  node->weak = weak_;
  node->weakHash = weakHash_;
  node->shadows = shadows_;
  node->shadowsHash = shadowsHash_;
  threads_.freezeInto(*node);
  node->fingerprint = fingerprint_;
  current_ = State(Ref<StateNode>::adopt(node));
  return current_;
}

uint32_t OpenState::addThread() {
  touch();
  return threads_.add(epoch_);
}

Object *OpenState::find(uint64_t address) const {
  Node *node = nullptr;
  if (!isCanonical(address))
    return nullptr;
  switch (regionOf(address)) {
  case RegionKind::Global:
    node = globals_.get(globalIndexOf(address) - kFirstGlobalIndex);
    break;
  case RegionKind::Heap: {
    uint32_t thread = threadOf(address);
    if (thread < threads_.size())
      node = threads_[thread].heap.get(indexOf(address));
    break;
  }
  case RegionKind::Stack: {
    uint32_t thread = threadOf(address);
    if (thread < threads_.size())
      node = threads_[thread].stack.get(positionOf(address));
    break;
  }
  case RegionKind::Code:
    return nullptr;
  }
  if (!node)
    return nullptr;
  if (node->type == NodeType::Alias)
    return find(static_cast<Alias *>(node)->base);
  auto *object = static_cast<Object *>(node);
  // A dead local's tag differs from the tag of the one in its place.
  if (object->kind == ObjectKind::Stack && hasTag(object->size) &&
      (address ^ object->base) >> kOffsetBits)
    return nullptr;
  return const_cast<Object *>(latest(object));
}

Trie &OpenState::regionOfObject(uint64_t base) {
  switch (regionOf(base)) {
  case RegionKind::Heap:
    return ownThread(threadOf(base)).heap;
  case RegionKind::Stack:
    return ownThread(threadOf(base)).stack;
  default:
    return globals_;
  }
}

bool OpenState::putBeside(Object *object, Object *copy) {
  for (uint32_t i = 0; i < besideCount_; ++i)
    if (beside_[i] == object) { // changed before the last fingerprint
      release(object);
      beside_[i] = copy;
      return true;
    }
  if (goesBeside_ && besideCount_ < kMostBeside) {
    beside_[besideCount_++] = copy;
    return true;
  }
  putIntoTries();
  goesBeside_ = false;
  return false;
}

void OpenState::putIntoTries() {
  for (uint32_t i = 0; i < besideCount_; ++i) {
    const uint64_t base = beside_[i]->base;
    Trie *trie = &globals_;
    if (regionOf(base) != RegionKind::Global) {
      ThreadNode &thread = threads_.ownTries(threadOf(base), epoch_);
      trie = regionOf(base) == RegionKind::Heap ? &thread.heap : &thread.stack;
    }
    Node **slot = trie->slot(trieIndexOf(base), epoch_);
    release(*slot);
    *slot = beside_[i];
  }
  besideCount_ = 0;
}

void OpenState::dropBeside() {
  for (uint32_t i = 0; i < besideCount_; ++i)
    release(beside_[i]);
  besideCount_ = 0;
  goesBeside_ = true;
}

Object *OpenState::own(Object *object) {
  if (object->epoch == epoch_)
    return object;
  touch();
  memory_ -= object->hash;
  Object *copy = object->clone(epoch_);
  if (!putBeside(object, copy)) {
    Node **slot =
        regionOfObject(object->base).slot(trieIndexOf(object->base), epoch_);
    release(object);
    *slot = copy;
  }
  addDirty(copy);
  return copy;
}

void OpenState::placeAliases(Trie &trie, uint64_t base, uint32_t first,
                             uint32_t count) {
  // One node serves all: it never changes.
  auto *alias = new (poolAllocate(sizeof(Alias))) Alias(epoch_, base);
  for (uint32_t i = 1; i < count; ++i) {
    retain(alias);
    *trie.slot(first + i, epoch_) = alias;
  }
  release(alias);
}

Object *OpenState::insert(Trie &trie, Object *object, uint32_t first) {
  *slotIn(trie, first) = object;
  if (const uint32_t indices = indicesFor(object->size); indices > 1)
    placeAliases(trie, object->base, first, indices);
  addDirty(object);
  return object;
}

Object *OpenState::createGlobal(uint32_t index, uint64_t size, uint8_t fill) {
  touch();
  Object *object = Object::create(epoch_, ObjectKind::Global,
                                  globalAddress(index), size, fill);
  object->shared = true;
  return insert(globals_, object, index - kFirstGlobalIndex);
}

Object *OpenState::createHeap(uint32_t id, uint64_t size, uint8_t fill,
                              ObjectKind kind) {
  ThreadNode &thread = ownThread(id);
  uint64_t indices = ((size + kGuard) >> kOffsetBits) + 1;
  // Addresses of one object are consecutive, so it lies in one block.
  if (thread.s.heapNext % kLowIndices + indices > kLowIndices)
    thread.s.heapNext = (thread.s.heapNext / kLowIndices + 1) * kLowIndices;
  if (indices > kLowIndices || thread.s.heapNext + indices > kMaxIndex)
    return nullptr;
  uint64_t base = makeAddress(RegionKind::Heap, id, thread.s.heapNext);
  Object *object = Object::create(epoch_, kind, base, size, fill);
  insert(thread.heap, object, thread.s.heapNext);
  s_.heapBytes += size;
  thread.s.heapNext += uint32_t(indices);
  return object;
}

/// Takes positions for an object on a thread's stack; 0 if there are too few.
static uint64_t takePositions(ThreadNode &thread, uint32_t id, uint64_t size,
                              uint32_t tag) {
  // Positions are kSpan << kTagBits bytes apart; larger objects take several.
  uint64_t positions = positionsFor(size);
  constexpr uint32_t kBlock = kLowIndices >> kTagBits;
  if (thread.s.stackNext % kBlock + positions > kBlock)
    thread.s.stackNext = (thread.s.stackNext / kBlock + 1) * kBlock;
  if (positions > kBlock || thread.s.stackNext + positions > kMaxStackObjects)
    return 0;
  uint32_t low = hasTag(size) ? tag & ((1u << kTagBits) - 1) : 0;
  uint64_t base = localAddress(id, thread.s.stackNext, low);
  thread.s.stackNext += uint32_t(positions);
  return base;
}

uint64_t OpenState::reserveStack(uint32_t id, uint64_t size, uint32_t tag) {
  return takePositions(ownThread(id), id, size, tag);
}

__attribute__((always_inline)) inline Object *
OpenState::placeOnStack(ThreadNode &thread, uint64_t base, uint64_t size,
                        uint8_t fill) {
  Object *object = makeObject(epoch_, ObjectKind::Stack, base, size, fill);
  uint32_t first = positionOf(base);
  Node **place = thread.stack.slot(first, epoch_);
  *place = object;
  recent_.add(object, place, epoch_);
  if (const uint32_t positions = positionsFor(size); positions > 1)
    placeAliases(thread.stack, base, first, positions);
  addDirty(object);
  return object;
}

bool OpenState::findLocal(uint32_t id, uint32_t position) {
  Node **place = ownThread(id).stack.find(position);
  Node *node = place ? *place : nullptr;
  if (!node || node->type != NodeType::Object || node->epoch != epoch_)
    return false;
  auto *object = static_cast<Object *>(node);
  if (!object->isSmall())
    return false;
  recent_.add(object, place, epoch_);
  return true;
}

Object *OpenState::createStackAt(uint64_t base, uint64_t size, uint8_t fill) {
  return placeOnStack(ownThread(threadOf(base)), base, size, fill);
}

Object *OpenState::createStack(uint32_t id, uint64_t size, uint8_t fill,
                               uint32_t tag) {
  ThreadNode &thread = ownThread(id);
  uint64_t base = takePositions(thread, id, size, tag);
  return base ? placeOnStack(thread, base, size, fill) : nullptr;
}

void OpenState::destroy(Object *object) {
  touch();
  putIntoTries();
  destroyIn(regionOfObject(object->base), object);
}

void OpenState::destroyIn(Trie &trie, Object *object) {
  uint64_t base = object->base;
  uint64_t size = object->size;
  if (regionOf(base) == RegionKind::Heap)
    s_.heapBytes -= size;
  const bool isOwned = object->epoch == epoch_;
  if (!isOwned) {
    memory_ -= object->hash;
  } else {
    if (object->kind == ObjectKind::Stack)
      recent_.forget(object);
    forgetDirty(object);
    if (!object->isSmall())
      std::erase_if(dirtyLeaves_, [&](const DirtyLeaf &dirty) {
        return dirty.object == object;
      });
  }
  uint32_t first = trieIndexOf(base);
  uint64_t parts = regionOf(base) == RegionKind::Stack ? positionsFor(size)
                                                       : indicesFor(size);
  for (uint64_t i = 0; i < parts; ++i) {
    Node **slot = slotIn(trie, uint32_t(first + i));
    release(*slot);
    *slot = nullptr;
  }
}

void OpenState::popStack(uint32_t id, uint32_t mark) {
  if (threads_[id].s.stackNext > mark)
    putIntoTries();
  ThreadNode &thread = ownThread(id);
  while (thread.s.stackNext > mark) {
    uint32_t first = thread.s.stackNext - 1;
    Node *node = thread.stack.get(first);
    if (node && node->type == NodeType::Alias)
      node = find(static_cast<Alias *>(node)->base);
    if (node) {
      first = trieIndexOf(static_cast<Object *>(node)->base);
      destroyIn(thread.stack, static_cast<Object *>(node));
    }
    thread.s.stackNext = first;
  }
}

const uint8_t *OpenState::peek(const Object *object, uint64_t offset,
                               uint64_t &available) const {
  if (object->isSmall()) {
    available = object->size - offset;
    return object->inlineBytes() + offset;
  }
  uint64_t inLeaf = offset % kLeafBytes;
  available = std::min<uint64_t>(kLeafBytes - inLeaf, object->size - offset);
  auto *leaf =
      static_cast<Leaf *>(object->leaves.get(uint32_t(offset / kLeafBytes)));
  if (leaf)
    return leaf->bytes + inLeaf;
  return (object->fill ? fills_ : zeros_) + inLeaf;
}

uint8_t *OpenState::poke(Object *object, uint64_t offset, uint64_t &available) {
  if (object->isSmall()) {
    available = object->size - offset;
    return object->inlineBytes() + offset;
  }
  uint64_t inLeaf = offset % kLeafBytes;
  available = std::min<uint64_t>(kLeafBytes - inLeaf, object->size - offset);
  uint32_t index = uint32_t(offset / kLeafBytes);
  auto *leaf = static_cast<Leaf *>(object->leaves.get(index));
  if (leaf && leaf->epoch == epoch_)
    return leaf->bytes + inLeaf;
  Leaf *copy = makeLeaf(epoch_, leaf, object->fill);
  if (leaf)
    object->leafSum -= leaf->hash;
  Node **slot = object->leaves.slot(index, epoch_);
  release(*slot);
  *slot = copy;
  dirtyLeaves_.push_back({object, copy, index});
  return copy->bytes + inLeaf;
}

void OpenState::read(const Object *object, uint64_t offset, void *to,
                     uint64_t n) const {
  auto *out = static_cast<uint8_t *>(to);
  while (n) {
    uint64_t available;
    const uint8_t *from = peek(object, offset, available);
    available = std::min(available, n);
    copyValue(out, from, available);
    out += available;
    offset += available;
    n -= available;
  }
}

void OpenState::write(Object *object, uint64_t offset, const void *from,
                      uint64_t n) {
  auto *in = static_cast<const uint8_t *>(from);
  while (n) {
    uint64_t available;
    uint8_t *to = poke(object, offset, available);
    available = std::min(available, n);
    copyValue(to, in, available);
    in += available;
    offset += available;
    n -= available;
  }
}

} // namespace rbcheck
