//===- interp/state/ThreadTable.cpp - The threads of an open state --------===//
#include "interp/state/ThreadTable.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace rbcheck {

namespace {

constexpr uint64_t kThreadSeed = 0x7468726561640000ull;
constexpr uint64_t kFootprintFactor = 0x9e3779b97f4a7c15ull;

} // namespace

Hash128 ThreadTable::hashOf(const ThreadNode &thread, uint32_t id) {
  struct {
    ThreadScalars s;
    Hash128 frames;
  } part;
  std::memset(&part, 0, sizeof(part));
  part.s = thread.s;
  part.frames = thread.top ? thread.top->hash : 0;
  Hash128 hash = hashBytes(&part, sizeof(part), kThreadSeed + id);
  if (thread.footprint)
    hash = hash * kFootprintFactor + thread.footprint->hash();
  return hash;
}

void ThreadTable::resize(uint32_t count) {
  for (uint32_t id = count; id < size(); ++id)
    release(threads_[id]);
  threads_.resize(count);
  const size_t groups =
      StateNode::hasGroups(count) ? StateNode::partsOf(count) : 0;
  for (size_t i = groups; i < groups_.size(); ++i)
    release(groups_[i].node);
  groups_.resize(groups);
  const bool wereMarked = !marks_.empty();
  marks_.resize(groups ? count : 0);
  for (uint32_t id = 0; !wereMarked && id < marks_.size(); ++id)
    if (threads_[id])
      marks_[id] = PendingMark(threads_[id]->pending);
}

void ThreadTable::clear() {
  resize(0);
  dirty_.clear();
  sum_ = firstSum_ = 0;
  summed_ = 0;
}

/// Its group, if there are some, is not what it was.
void ThreadTable::changed(uint32_t id) {
  if (!groups_.empty())
    groups_[id / kTrieFan].isChanged = true;
}

void ThreadTable::replace(uint32_t id, ThreadNode *thread) {
  retain(thread);
  release(threads_[id]);
  threads_[id] = thread;
  if (!marks_.empty())
    marks_[id] = PendingMark(thread->pending);
}

void ThreadTable::open(const StateNode &state) {
  if (size() != state.threadCount)
    resize(state.threadCount);
  if (groups_.empty()) {
    for (uint32_t id = 0; id < size(); ++id)
      set(id, static_cast<ThreadNode *>(state.parts()[id]));
  }
  for (uint32_t i = 0; i < groups_.size(); ++i) {
    Group &group = groups_[i];
    auto *node = static_cast<TrieNode *>(state.parts()[i]);
    if (group.node == node && !group.isChanged)
      continue;
    const uint32_t first = i * kTrieFan;
    for (uint32_t id = first; id < std::min(first + kTrieFan, size()); ++id)
      set(id, static_cast<ThreadNode *>(node->kids[id - first]));
    retain(node);
    release(group.node);
    group = {node, false};
  }
  dirty_.clear();
  sum_ = state.threadSum;
  firstSum_ = state.firstSum;
  summed_ = size();
}

void ThreadTable::freezeInto(StateNode &state) {
  state.threadSum = sum_;
  state.firstSum = firstSum_;
  for (uint32_t id = 0; groups_.empty() && id < size(); ++id) {
    retain(threads_[id]);
    state.parts()[id] = threads_[id];
  }
  for (uint32_t i = 0; i < groups_.size(); ++i) {
    Group &group = groups_[i];
    if (group.isChanged) {
      release(group.node);
      group.node = new (poolAllocate(sizeof(TrieNode))) TrieNode(0, 0);
      const uint32_t first = i * kTrieFan;
      for (uint32_t id = first; id < std::min(first + kTrieFan, size()); ++id) {
        retain(threads_[id]);
        group.node->kids[id - first] = threads_[id];
      }
      group.isChanged = false;
    }
    retain(group.node);
    state.parts()[i] = group.node;
  }
}

/// Puts a copy in its place.
ThreadNode *ThreadTable::copy(uint32_t id, uint64_t epoch) {
  ThreadNode *thread = threads_[id];
  auto *copy = new (poolAllocate(sizeof(ThreadNode))) ThreadNode(epoch);
  copy->s = thread->s;
  copy->top = thread->top;
  copy->heap = thread->heap;
  copy->stack = thread->stack;
  copy->pending = thread->pending;
  copy->held = thread->held;
  if (thread->footprint)
    copy->footprint = thread->footprint;
  copy->hash = thread->hash;
  retain(copy->top);
  copy->heap.retainRoot();
  copy->stack.retainRoot();
  release(thread);
  threads_[id] = copy;
  changed(id);
  return copy;
}

ThreadNode &ThreadTable::makeOwned(uint32_t id, uint64_t epoch) {
  ThreadNode *thread = threads_[id];
  if (thread->epoch != epoch)
    thread = copy(id, epoch);
  if (!thread->dirty) {
    thread->dirty = true;
    dirty_.push_back(id);
  }
  return *thread;
}

ThreadNode &ThreadTable::ownTries(uint32_t id, uint64_t epoch) {
  ThreadNode *thread = threads_[id];
  if (thread->epoch == epoch)
    return *thread;
  if (isHeldOnce(*thread)) { // no state has it any more
    thread->epoch = epoch;
    thread->internId = 0; // it will be another one
    return *thread;
  }
  return *copy(id, epoch);
}

uint32_t ThreadTable::add(uint64_t epoch) {
  auto *thread = new (poolAllocate(sizeof(ThreadNode))) ThreadNode(epoch);
  thread->dirty = true;
  const uint32_t id = size();
  resize(id + 1);
  threads_[id] = thread;
  changed(id);
  dirty_.push_back(id);
  return id;
}

/// Which threads are in the first half depends on their number.
void ThreadTable::sumUp() {
  sum_ = firstSum_ = 0;
  for (uint32_t id = 0; id < size(); ++id) {
    sum_ += threads_[id]->hash;
    if (isInFirstHalf(id))
      firstSum_ += threads_[id]->hash;
  }
  summed_ = size();
}

void ThreadTable::hash() {
  for (uint32_t id : dirty_) {
    ThreadNode &thread = *threads_[id];
    const Hash128 hash = hashOf(thread, id);
    sum_ += hash - thread.hash;
    if (isInFirstHalf(id))
      firstSum_ += hash - thread.hash;
    thread.hash = hash;
    thread.dirty = false;
    if (!marks_.empty())
      marks_[id] = PendingMark(thread.pending);
  }
  dirty_.clear();
  if (summed_ != size())
    sumUp();
}

} // namespace rbcheck
