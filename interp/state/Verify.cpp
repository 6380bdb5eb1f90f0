//===- interp/state/Verify.cpp - The invariants of states, checked --------===//
#include "interp/state/Verify.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"

#include <cstring>

namespace rbcheck {

/// A friend of OpenState.
class StateVerifier {
public:
  explicit StateVerifier(const OpenState &state) : state_(state) {}

  std::string run() {
    scanRegion(state_.globals_, RegionKind::Global, 0);
    for (uint32_t id = 0; id < state_.threadCount(); ++id)
      checkThread(id);
    checkCounts();
    checkBooks();
    return flaw_;
  }

private:
  bool isOwned(const Node *node) const { return node->epoch == state_.epoch_; }

  /// Notes the first flaw.
  void expect(bool holds, const llvm::Twine &what) {
    if (!holds && flaw_.empty())
      flaw_ = what.str();
  }

  /// Every reference that the tree has to a node; the parent's owner decides
  /// who may own it.
  bool visit(const Node *node, bool parentIsOwned) {
    expect(node->refs > 0, "a node in use has no reference");
    expect(parentIsOwned || !isOwned(node) || node->type == NodeType::Alias,
           "a frozen node holds one that may still change");
    expect(!isOwned(node) || !node->internId,
           "a node that may change has a number in an exact set");
    return ++references_[node] == 1;
  }

  // Tries ------------------------------------------------------------------------

  using Visit = llvm::function_ref<void(Node *, uint32_t, bool)>;
  void walk(const TrieNode *node, uint32_t first, bool parentIsOwned,
            Visit element) {
    visit(node, parentIsOwned);
    for (uint32_t i = 0; i < kTrieFan; ++i) {
      Node *kid = node->kids[i];
      uint32_t index = first + (i << (kTrieBits * node->level));
      if (!kid)
        continue;
      if (node->level == 0) {
        element(kid, index, isOwned(node));
        continue;
      }
      expect(kid->type == NodeType::Trie && kid->level + 1 == node->level,
             "a trie has a node at the wrong level");
      if (flaw_.empty())
        walk(static_cast<const TrieNode *>(kid), index, isOwned(node), element);
    }
  }
  void walk(const Trie &trie, bool parentIsOwned, Visit element) {
    if (trie.root)
      walk(trie.root, 0, parentIsOwned, element);
  }

  // Objects ----------------------------------------------------------------------

  void scanRegion(const Trie &trie, RegionKind region, uint32_t thread) {
    bool isOpen = region == RegionKind::Global ||
                  isOwned(&state_.thread(thread));
    walk(trie, isOpen, [&](Node *node, uint32_t index, bool parentIsOwned) {
      visit(node, parentIsOwned);
      if (node->type == NodeType::Alias)
        return checkAlias(*static_cast<Alias *>(node), trie, index);
      expect(node->type == NodeType::Object, "no object where one belongs");
      if (!flaw_.empty())
        return;
      const Object *object = static_cast<Object *>(node);
      if (const Object *changed = state_.latest(object); changed != object) {
        visit(changed, true);
        object = changed;
        ++foundBeside_;
      }
      checkObject(*object, region, thread, index);
    });
  }

  static uint32_t indexIn(RegionKind region, uint64_t base) {
    return region == RegionKind::Global  ? globalIndexOf(base) - kFirstGlobalIndex
           : region == RegionKind::Stack ? positionOf(base)
                                         : indexOf(base);
  }

  void checkAlias(const Alias &alias, const Trie &trie, uint32_t index) {
    RegionKind region = regionOf(alias.base);
    uint32_t first = indexIn(region, alias.base);
    const Node *node = trie.get(first);
    expect(node && node->type == NodeType::Object,
           "an alias leads to no object");
    if (!flaw_.empty())
      return;
    uint64_t size = static_cast<const Object *>(node)->size;
    uint32_t count =
        region == RegionKind::Stack ? positionsFor(size) : indicesFor(size);
    expect(index - first < count, "an alias behind the end of its object");
  }

  void checkObject(const Object &object, RegionKind region, uint32_t thread,
                   uint32_t index) {
    expect(regionOf(object.base) == region &&
               indexIn(region, object.base) == index &&
               (region == RegionKind::Global || object.owner() == thread),
           "an object stands at a place that is not its address");
    expect(!object.holders || object.kind == ObjectKind::Stack,
           "holders of what is no local variable");
    const ThreadScalars *s =
        region == RegionKind::Global ? nullptr : &state_.thread(thread).s;
    expect(region != RegionKind::Stack || index < s->stackNext,
           "a local variable beyond the end of its stack");
    expect(region != RegionKind::Heap || index < s->heapNext,
           "a heap object beyond the last one");
    if (region == RegionKind::Heap)
      heapBytes_ += object.size;
    checkLeaves(object);
    if (!isOwned(&object)) {
      expect(object.hash == object.computeHash(), "a frozen object has changed");
      memory_ += object.hash;
      return;
    }
    ++ownedObjects_;
    expect(object.dirtyAt < state_.dirtyObjects_.size() &&
               state_.dirtyObjects_[object.dirtyAt] == &object,
           "a changed object is not in the list of them");
  }

  void checkLeaves(const Object &object) {
    Hash128 sum = 0;
    expect(!object.isSmall() || !object.leaves.root, "a small object has leaves");
    walk(object.leaves, isOwned(&object),
         [&](Node *node, uint32_t index, bool parentIsOwned) {
           visit(node, parentIsOwned);
           expect(node->type == NodeType::Leaf, "no leaf where one belongs");
           if (!flaw_.empty())
             return;
           auto &leaf = *static_cast<Leaf *>(node);
           expect(uint64_t(index) * kLeafBytes < object.size,
                  "a leaf behind the end of its object");
           if (isOwned(&leaf)) {
             ++ownedLeaves_;
             return;
           }
           expect(leaf.hash == state_.hashLeaf(leaf, index),
                  "a frozen leaf has changed");
           expect(!state_.saysNothing(object, leaf),
                  "a frozen leaf holds nothing but the fill pattern");
           sum += leaf.hash;
         });
    expect(object.isSmall() || sum == object.leafSum,
           "the sum of an object's leaves is wrong");
  }

  // Threads ----------------------------------------------------------------------

  void checkThread(uint32_t id) {
    const ThreadNode &thread = state_.thread(id);
    expect(thread.refs > 0 && thread.type == NodeType::Thread,
           "no thread where one belongs");
    expect(!thread.dirty || isOwned(&thread), "a frozen thread is marked changed");
    expect(!isOwned(&thread) || !thread.internId,
           "a thread that may change has a number in an exact set");
    expect(thread.dirty || thread.hash == ThreadTable::hashOf(thread, id),
           "a thread has changed without a mark");
    dirtyThreads_ += thread.dirty;
    checkPlaceOfThread(id);
    live_ += thread.s.status != ThreadStatus::Finished;
    for (const FrameNode *frame = thread.top; frame; frame = frame->parent)
      checkFrame(*frame);
    scanRegion(thread.heap, RegionKind::Heap, id);
    scanRegion(thread.stack, RegionKind::Stack, id);
  }

  /// What the table of threads keeps of each.
  void checkPlaceOfThread(uint32_t id) {
    const ThreadTable &table = state_.threads_;
    const ThreadNode &thread = table[id];
    sum_ += thread.hash;
    if (table.isInFirstHalf(id))
      firstSum_ += thread.hash;
    if (!table.groups_.empty()) {
      expect(thread.dirty || table.marks_[id] == PendingMark(thread.pending),
             "a thread's mark is not what it is about to do");
      const ThreadTable::Group &group = table.groups_[id / kTrieFan];
      expect(group.isChanged || group.node->kids[id % kTrieFan] == &thread,
             "a group of threads has another one");
    }
  }

  void checkFrame(const FrameNode &frame) {
    expect(frame.refs > 0 && frame.type == NodeType::Frame,
           "no frame where one belongs");
    expect(frame.parentHash == (frame.parent ? frame.parent->hash : 0),
           "a frame does not know its caller's hash");
    const Hash128 hash = frame.hash;
    const_cast<FrameNode &>(frame).computeHash();
    expect(hash == frame.hash, "a frame has changed");
    const_cast<FrameNode &>(frame).hash = hash;
  }

  // Sums -------------------------------------------------------------------------

  /// What the open state owns nobody else can hold.
  void checkCounts() {
    for (const auto &[node, count] : references_) {
      expect(node->refs >= count, "a node has fewer references than holders");
      expect(!isOwned(node) || node->refs == count ||
                 node->type == NodeType::Alias,
             "a node that may change is held by somebody else");
    }
  }

  void checkBooks() {
    expect(memory_ == state_.memory_, "the sum of the objects' hashes is wrong");
    expect(ownedObjects_ == state_.dirtyObjects_.size(),
           "the list of changed objects is wrong");
    expect(ownedLeaves_ == state_.dirtyLeaves_.size(),
           "the list of changed leaves is wrong");
    const ThreadTable &threads = state_.threads_;
    expect(dirtyThreads_ == threads.dirty_.size(),
           "the list of changed threads is wrong");
    expect(threads.summed_ != threads.size() ||
               (sum_ == threads.sum_ && firstSum_ == threads.firstSum_),
           "the sums of the threads' hashes are wrong");
    expect(threads.groups_.size() == (StateNode::hasGroups(threads.size())
                                          ? StateNode::partsOf(threads.size())
                                          : 0),
           "threads are missing in groups");
    expect(foundBeside_ == state_.besideCount_,
           "a changed object stands for none, or two for one");
    expect(heapBytes_ == state_.s_.heapBytes, "heap bytes are miscounted");
    expect(live_ == state_.s_.live || state_.threadCount() == 0 ||
               state_.s_.live == 0,
           "live threads are miscounted");
    if (state_.current_)
      expect(state_.current_.node()->memory == state_.memory_ &&
                 state_.dirtyObjects_.empty() && !state_.besideCount_ &&
                 threads.isHashed(),
             "a state that is unchanged has changes");
  }

  const OpenState &state_;
  std::string flaw_;
  llvm::DenseMap<const Node *, uint32_t> references_;
  Hash128 memory_ = 0, sum_ = 0, firstSum_ = 0;
  uint64_t heapBytes_ = 0;
  size_t ownedObjects_ = 0, ownedLeaves_ = 0, dirtyThreads_ = 0;
  uint32_t live_ = 0, foundBeside_ = 0;
};

std::string findFlaw(const OpenState &state) {
  return StateVerifier(state).run();
}

void requireNoFlaw(const std::string &flaw) {
  if (!flaw.empty())
    llvm::report_fatal_error(llvm::Twine("a state is broken: ") + flaw, true);
}

} // namespace rbcheck
