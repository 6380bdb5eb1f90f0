//===- interp/state/OpenState.h - The one state a machine works on --------===//
//
// The mutable form of a State. open() and freeze() are cheap and independent
// of the size of the program's memory: open() keeps the roots, freeze() hashes
// what was changed since and shares everything. In between, every part is
// copied on its first write (own...()).
//
// Invariant: an object in `beside_` stands for that of its address in a trie.
// Invariant: fingerprint parts of frozen nodes are contained in `memory_`;
// those of owned ones are not until freeze().
// Tested by test/unit/StateTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/RecentLocals.h"
#include "interp/state/State.h"
#include "interp/state/ThreadTable.h"

#include <vector>

namespace rbcheck {

/// Fresh heap and stack memory is filled with this, so that a use of
/// uninitialised memory is the same in every run and unlikely to look valid.
constexpr uint8_t kFreshByte = 0xa5;

class OpenState {
public:
  OpenState();
  ~OpenState();
  OpenState(const OpenState &) = delete;
  OpenState &operator=(const OpenState &) = delete;

  void open(const State &state);
  /// The current contents as a value. Everything becomes shared.
  State freeze();
  /// The fingerprint that freeze() would give, without making the value.
  /// Leaves that hold nothing but their fill pattern go: see leavesDropped().
  Hash128 fingerprint();
  /// Grows when memory that peek() or poke() gave out is gone.
  uint64_t leavesDropped() const { return leavesDropped_; }
  /// True if it holds exactly this state, unchanged since open() or freeze().
  bool isAt(const State &state) const {
    return current_ && current_.node() == state.node();
  }
  /// From now on it is not at a saved state, whether it was changed or not.
  void touch() {
    if (current_)
      current_ = State();
    isHashed_ = false;
  }
  /// Drops everything: no threads, no objects.
  void clear();

  // As of the last fingerprint() or freeze():
  Hash128 lastFingerprint() const {
    return current_ ? current_.fingerprint() : fingerprint_;
  }
  /// Sum over all objects.
  Hash128 memory() const { return memory_; }
  /// What stands for the object of its address in a trie: nothing of it changes
  /// any more either.
  llvm::ArrayRef<const Object *> beside() const {
    return {beside_, besideCount_};
  }

  const StateScalars &scalars() const { return s_; }
  StateScalars &ownScalars() {
    touch();
    return s_;
  }

  /// Null without a weak memory model.
  const WeakMemory *weak() const { return weak_.get(); }
  WeakMemory &ownWeak();
  /// From now on there is one.
  void makeWeak(const WeakFacts *facts);

  /// Null without symbolic inputs.
  const Shadows *shadows() const { return shadows_.get(); }
  Shadows &ownShadows();
  /// From now on there are some.
  void makeShadows();

  uint32_t threadCount() const { return threads_.size(); }
  const ThreadNode &thread(uint32_t id) const { return threads_[id]; }
  const ThreadTable &threads() const { return threads_; }
  ThreadNode &ownThread(uint32_t id) {
    touch();
    return threads_.own(id, epoch_);
  }
  uint32_t addThread();

  /// The object that holds `address` or would (offset unchecked); else null.
  Object *find(uint64_t address) const;
  /// A writable version of an object found before. Invalidates the old one.
  Object *own(Object *object);
  /// Makes an object. `index` is only used for globals. Returns null when the
  /// region is full.
  Object *createGlobal(uint32_t index, uint64_t size, uint8_t fill);
  Object *createHeap(uint32_t thread, uint64_t size, uint8_t fill,
                     ObjectKind kind = ObjectKind::Heap);
  Object *createStack(uint32_t thread, uint64_t size, uint8_t fill,
                      uint32_t tag);
  /// Takes positions on a thread's stack for an object without making it.
  /// Returns its address, or 0 when the stack is full.
  uint64_t reserveStack(uint32_t thread, uint64_t size, uint32_t tag);
  /// Makes the object that belongs to a reserved address.
  Object *createStackAt(uint64_t base, uint64_t size, uint8_t fill);
  void destroy(Object *object);
  /// Calls visit(object) for each object of a region, by address: one of the
  /// tries of its threads, or that of the globals.
  template <typename Visit>
  void forEachIn(const Trie &region, Visit visit) const {
    region.forEach([&](const Node &node) {
      if (node.type == NodeType::Object)
        visit(*latest(static_cast<const Object *>(&node)));
    });
  }
  const Trie &globals() const { return globals_; }
  /// What stands for an object that was found in a trie: itself, mostly.
  const Object *latest(const Object *object) const {
    for (uint32_t i = 0; i < besideCount_; ++i)
      if (beside_[i]->base == object->base)
        return beside_[i];
    return object;
  }
  /// True if objects of the thread's heap or stack are others than when the
  /// thread was `before`.
  bool hasOtherObjects(uint32_t thread, const ThreadNode &before) const;
  /// Ends the stack objects of a thread from position `mark` on.
  void popStack(uint32_t thread, uint32_t mark);
  // The youngest local of a thread, as calls make and end it. Both do nothing and
  // return null where that is not enough: then createStack() and popStack() are.
  /// As createStack() with kFreshByte, if one of that size and tag ended there
  /// in this epoch.
  Object *createAgain(uint32_t thread, uint32_t position, uint64_t size,
                      uint32_t tag);
  /// Ends it if it is small, was made in this epoch and nobody can have a pointer
  /// to it. What it was.
  Object *endLocal(uint32_t thread, uint32_t position);

  /// Bytes from `offset` on that lie together: at most `available` of them.
  /// The offset must be inside the object.
  const uint8_t *peek(const Object *object, uint64_t offset,
                      uint64_t &available) const;
  /// The same for writing; the object must be owned.
  uint8_t *poke(Object *object, uint64_t offset, uint64_t &available);

  void read(const Object *object, uint64_t offset, void *to, uint64_t n) const;
  void write(Object *object, uint64_t offset, const void *from, uint64_t n);

  uint64_t epoch() const { return epoch_; }

private:
  friend class StateVerifier; ///< Verify.h
  friend struct StateTamper;  ///< plants flaws, in tests
  struct DirtyLeaf {
    Object *object;
    Leaf *leaf;
    uint32_t index;
  };
  Object *insert(Trie &trie, Object *object, uint32_t firstIndex);
  /// True if `copy` stands beside its trie from now on, for `object`.
  bool putBeside(Object *object, Object *copy);
  void putIntoTries();
  void dropBeside();
  Object *placeOnStack(ThreadNode &thread, uint64_t base, uint64_t size,
                       uint8_t fill);
  [[gnu::always_inline]] void addDirty(Object *object) {
    object->dirtyAt = uint32_t(dirtyObjects_.size());
    dirtyObjects_.push_back(object);
  }
  /// Has a local in its row, and its thread in this epoch. False: there is no
  /// small one of this epoch.
  bool findLocal(uint32_t thread, uint32_t position);
  /// Takes an owned object off the dirty list.
  void forgetDirty(Object *object) {
    Object *last = dirtyObjects_.back();
    dirtyObjects_[object->dirtyAt] = last;
    last->dirtyAt = object->dirtyAt;
    dirtyObjects_.pop_back();
  }
  /// Trie::slot() of a region. Who allocates without end has a high trie, and
  /// works at few places of it.
  Node **slotIn(Trie &trie, uint32_t index) {
    Finger &finger = fingers_[(index >> kTrieBits) % kFingers];
    const uint32_t within = index & (kTrieFan - 1);
    if (finger.trie != &trie || finger.block != index >> kTrieBits ||
        finger.epoch != epoch_)
      finger = {&trie, epoch_, index >> kTrieBits,
                trie.slot(index, epoch_) - within};
    return finger.kids + within;
  }
  /// As destroy(), in its region.
  void destroyIn(Trie &trie, Object *object);
  /// The further indices of an object that takes `count` of them.
  void placeAliases(Trie &trie, uint64_t base, uint32_t first, uint32_t count);
  Trie &regionOfObject(uint64_t base);
  void releaseAll();
  Hash128 hashScalars();
  static Hash128 hashLeaf(const Leaf &leaf, uint32_t index);
  /// The leaf holds what it would if it were absent.
  bool saysNothing(const Object &object, const Leaf &leaf) const;

  State current_; ///< set while nothing changed since it
  StateScalars s_;
  Trie globals_;
  /// Most steps change few objects and lead to known states, and then the path
  /// to them in their tries need not be copied: changed ones stand here until
  /// the state is kept or there are more. Owned, each with another address.
  static constexpr uint32_t kMostBeside = 4;
  Object *beside_[kMostBeside];
  /// Where a part of a trie was found that this epoch owns: it stays there
  /// until the next one.
  struct Finger {
    const Trie *trie = nullptr;
    uint64_t epoch = 0;
    uint32_t block = 0;
    Node **kids = nullptr;
  };
  static constexpr uint32_t kFingers = 8;
  Finger fingers_[kFingers];
  uint32_t besideCount_ = 0;
  bool goesBeside_ = true; ///< there were not more since open() and freeze()
  RecentLocals recent_;
  std::shared_ptr<WeakMemory> weak_; ///< shared with states unless owned
  Hash128 weakHash_ = 0;
  bool isWeakHashed_ = true;
  std::shared_ptr<Shadows> shadows_; ///< shared with states unless owned
  Hash128 shadowsHash_ = 0;
  bool areShadowsHashed_ = true;
  ThreadTable threads_;
  std::vector<Object *> dirtyObjects_;
  std::vector<DirtyLeaf> dirtyLeaves_;
  StateScalars hashedScalars_; ///< what `scalarsHash_` was computed from
  Hash128 scalarsHash_;
  Hash128 memory_ = 0;
  Hash128 fingerprint_ = 0;
  bool isHashed_ = false; ///< fingerprint_ is right: nothing changed since
  uint64_t leavesDropped_ = 0;
  uint64_t checks_ = 0; ///< see isCheckDue(); debug builds only
  uint64_t epoch_;
  uint8_t zeros_[kLeafBytes] = {};
  uint8_t fills_[kLeafBytes]; ///< pattern of fresh memory
};

inline bool OpenState::hasOtherObjects(uint32_t id,
                                       const ThreadNode &before) const {
  for (uint32_t i = 0; i < besideCount_; ++i)
    if (regionOf(beside_[i]->base) != RegionKind::Global &&
        threadOf(beside_[i]->base) == id)
      return true;
  return before.heap.root != threads_[id].heap.root ||
         before.stack.root != threads_[id].stack.root;
}

[[gnu::always_inline]] inline Object *
OpenState::createAgain(uint32_t id, uint32_t position,
                                      uint64_t size, uint32_t tag) {
  RecentLocals::Row &row = recent_.at(position);
  const uint64_t name = RecentLocals::nameOf(id, position);
  if (!row.is(name | RecentLocals::kOver, epoch_))
    return nullptr;
  Object *object = row.object;
  if (object->size != size || tagOf(object->base) != tag ||
      object->fill != kFreshByte ||
      dirtyObjects_.size() == dirtyObjects_.capacity())
    return nullptr;
  addDirty(object); // first: there is room
  row.name = name;
  *row.place = object;
  fillInline(*object);
  threads_.owned(id).s.stackNext = position + 1;
  return object;
}

[[gnu::always_inline]] inline Object *
OpenState::endLocal(uint32_t id, uint32_t position) {
  RecentLocals::Row &row = recent_.at(position);
  const uint64_t name = RecentLocals::nameOf(id, position);
  if (__builtin_expect(!row.is(name, epoch_), false) &&
      !findLocal(id, position))
    return nullptr;
  Object *object = row.object;
  if (object->holders || object->shared)
    return nullptr;
  forgetDirty(object);
  *row.place = nullptr; // who owns an element owns the path to it
  row.name = name | RecentLocals::kOver;
  threads_.owned(id).s.stackNext = position;
  return object;
}

} // namespace rbcheck
