//===- interp/exec/Memory.cpp - Addresses, visibility, sharing ------------===//
//
// The slow paths of every memory access: decoding an address, deciding
// whether the access is visible, keeping the caches right, and tracking which
// objects another thread can reach.
//
// Sharing. While one thread lives everything is private. When a second one
// starts, all that can be reached from globals becomes shared, and from then
// on whatever a pointer stored into shared memory leads to. An object that no
// other thread can reach is not a scheduling point. Pointers may hide from
// this (stored byte by byte, encoded); then some thread comes to touch a
// private object of another, which is noticed (StepEnd::NotLocal).
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Fresh.h"
#include "interp/exec/Pointers.h"
#include "interp/exec/Symbolic.h"

#include "llvm/ADT/DenseSet.h"

#include <algorithm>
#include <cstring>

namespace rbcheck {

void Core::failAt(const Insn *pc, uint64_t n) {
  stopAt(pc, n);
  if (end == StepEnd::Fault)
    fault->place = placeOf(pc);
  if (end == StepEnd::Incomplete)
    incomplete->place = placeOf(pc);
}

bool Core::resolve(uint64_t address, uint64_t n, bool write, Place &place) {
  const char *verb = write ? "write to" : "read from";
  if (write && exceedsMemory()) {
    cutPath(top->pc, count, "memory limit reached by the program's own memory");
    return false;
  }
  Object *object = find(address);
  if (object) {
    place.object = object;
    place.offset = address - object->base;
    place.size = object->size;
    if (isOfAnother(object)) {
      end = StepEnd::NotLocal;
      return false;
    }
  } else if (const Global *global = constantAt(address)) {
    if (global->external) {
      cutPath(top->pc, count,
              llvm::Twine(verb) + " variable " + global->name +
                  ", which has no definition");
      incomplete->lack = Lack::Variable;
      incomplete->symbol = global->name;
      return false;
    }
    place.constant = global;
    place.offset = address - globalAddress(global->index);
    place.size = global->size;
    if (write) {
      raise(FaultKind::ReadOnlyWrite, "write to read-only memory", address);
      return false;
    }
  } else if (isStray(address)) {
    if (isDeadLocal(address))
      raiseDeadLocal(verb, plainOf(address), strayCode(address) == kScopeEnded);
    else
      raiseStray(verb, address, n);
    return false;
  } else if (isNearNull(address)) {
    raise(FaultKind::NullDereference,
          address == 0 ? llvm::Twine(verb) + " a null pointer"
                       : llvm::Twine(verb) + " address " + hexText(address) +
                             " (a null pointer with an offset)",
          address);
    return false;
  } else if (isCanonical(address) && regionOf(address) == RegionKind::Heap &&
             threadOf(address) < state.threadCount() &&
             indexOf(address) < state.thread(threadOf(address)).s.heapNext) {
    raise(FaultKind::UseAfterFree, llvm::Twine(verb) + " freed memory",
          address);
    return false;
  } else if (isCanonical(address) && regionOf(address) == RegionKind::Stack) {
    const uint32_t thread = threadOf(address), position = positionOf(address);
    raiseDeadLocal(verb, address,
                   thread < state.threadCount() &&
                       position < state.thread(thread).s.stackNext &&
                       !state.thread(thread).stack.get(position));
    return false;
  } else {
    raise(FaultKind::InvalidPointer,
          llvm::Twine(verb) + " address " + hexText(address) +
              ", where there is no object",
          address);
    return false;
  }
  if (place.offset + n > place.size || place.offset + n < n) {
    raise(FaultKind::OutOfBounds,
          (write ? "write of " : "read of ") +
              rangeText(n, int64_t(place.offset), place.size),
          address);
    return false;
  }
  return true;
}

bool Core::mustPark(const Insn *pc, uint64_t n, uint32_t flags,
                    const Place &place, uint64_t address, uint64_t size,
                    bool write, bool atomic) {
  if (!multi || place.constant || (n == visibleAt && !isWeak()))
    return false;
  if (isPrivate(place.object) || isQuiet(place.object) || !(flags & kMarked))
    return false;
  const auto access = [&] {
    return Access{address, uint32_t(size), write, atomic, false};
  };
  if (n == visibleAt)
    return !atomic && racesWithRecord(pc, n, access());
  if (isInSection())
    return racesInSection(pc, n, access());
  const bool isPlain = !atomic && !(flags & kVolatile);
  if (hasSyncSteps() && isPlain && goesOnWith(pc, n, access()))
    return end != StepEnd::Parked;
  Pending &pending = park(pc, n, PendingKind::Access);
  pending.accesses.setOnly(address, uint32_t(size), write, atomic);
  pending.isPlain = isPlain;
  if (atomic && isWeak())
    pending.order = orderTouch(*pc);
  return true;
}

void Core::readPlace(const Place &place, void *to, uint64_t n) const {
  if (place.object) {
    state.read(place.object, place.offset, to, n);
    if (isTso() && current != kNoThread)
      overlay(current, place.object->base + place.offset, to, n);
  } else if (place.constant->image.empty())
    std::memset(to, 0, n);
  else
    std::memcpy(to, place.constant->image.data() + place.offset, n);
}

Wide Core::valueAt(const Place &place, unsigned size) const {
  if (place.object && !isTso()) {
    uint64_t available;
    const uint8_t *host = state.peek(place.object, place.offset, available);
    if (__builtin_expect(size <= available, true))
      return rbcheck::valueAt(host, size);
  }
  Wide value = 0;
  readPlace(place, &value, size);
  return value;
}

void Core::writePlace(Place &place, const void *from, uint64_t n) {
  place.object = own(place.object);
  state.write(place.object, place.offset, from, n);
  forgetRange(place.object->base + place.offset, n);
  dropShadows(place.object->base + place.offset, n);
  if (n >= 8)
    noteHolders(place.object->base + place.offset, from, n);
  if (multi && options.locality && n >= 8 &&
      (place.object->shared || place.object->kind == ObjectKind::Global)) {
    if (n == 8) {
      uint64_t value;
      std::memcpy(&value, from, 8);
      share(value);
    } else {
      shareReachable(place.object, place.offset, place.offset + n);
    }
  }
}

Object *Core::own(Object *object) {
  Object *owned = state.own(object);
  if (owned != object && owned->isSmall())
    forget(owned);
  return owned;
}

// Caches --------------------------------------------------------------------

void Core::forget(const Object *object) {
  if (object->isSmall()) // and begins where a piece does
    return forgetPiece(object->base);
  if (!hasTag(object->size))
    forgetExtents();
  forgetRange(object->base, object->size);
}

void Core::forgetRange(uint64_t from, uint64_t n) {
  uint64_t first = from / kLeafBytes;
  uint64_t pieces = (from + n) / kLeafBytes - first + 1;
  if (pieces >= kTlbSize)
    return flushTlb();
  for (uint64_t i = 0; i < pieces; ++i)
    forgetPiece((first + i) * kLeafBytes);
}

static void flushEntries(Tlb &tlb, UsedEntries &used) {
  used.takeAll([&](unsigned index) { tlb.entries[index].clear(); });
}

void Core::flushWriteTlb() { flushEntries(writeTlb, usedWrite); }

void Core::flushTlb() {
  flushWriteTlb();
  flushEntries(readTlb, usedRead);
  forgetExtents();
}

static void fillEntry(Tlb &tlb, UsedEntries &used, uint64_t address,
                      uint8_t *data, uint64_t limit) {
  unsigned index = tlbIndex(address);
  used.add(index);
  tlb.entries[index].set(pieceOf(address), data, limit);
}

const uint8_t *Core::leafOf(const Global &constant, uint64_t start) {
  static constexpr uint8_t kZeros[kLeafBytes] = {};
  return constant.image.empty() ? kZeros : constant.image.data() + start;
}

void Core::fillRead(uint64_t address, const Place &place) {
  uint64_t start = place.offset & ~uint64_t(kLeafBytes - 1);
  uint64_t limit = std::min<uint64_t>(kLeafBytes, place.size - start);
  const uint8_t *data;
  if (place.object) {
    uint64_t available;
    data = state.peek(place.object, start, available);
  } else {
    data = leafOf(*place.constant, start);
  }
  fillEntry(readTlb, usedRead, address, const_cast<uint8_t *>(data), limit);
}

void Core::fillWrite(uint64_t address, Place &place) {
  uint64_t start = place.offset & ~uint64_t(kLeafBytes - 1);
  uint64_t available;
  uint8_t *data = state.poke(place.object, start, available);
  uint64_t limit = std::min<uint64_t>(kLeafBytes, place.size - start);
  fillEntry(writeTlb, usedWrite, address, data, limit);
  fillEntry(readTlb, usedRead, address, data, limit);
}

// Single accesses --------------------------------------------------------------

bool Core::resolveLoad(const Insn *pc, uint64_t n, uint64_t address,
                       unsigned size, uint32_t flags, Place &place,
                       bool atomic) {
  if (!resolve(address, size, false, place)) {
    failAt(pc, n);
    return false;
  }
  return !mustPark(pc, n, flags, place, address, size, false, atomic);
}

void Core::noteLoad(uint64_t address, const Place &place) {
  if (place.constant || isPrivate(place.object))
    fillRead(address, place);
}

bool Core::loadSlow(const Insn *pc, uint64_t n, uint64_t address,
                    unsigned size, uint32_t flags, void *to, bool atomic) {
  Place place;
  if (!resolveLoad(pc, n, address, size, flags, place, atomic))
    return false;
  readPlace(place, to, size);
  noteLoad(address, place);
  return true;
}

bool Core::storeSlow(const Insn *pc, uint64_t n, uint64_t address,
                     unsigned size, uint32_t flags, const void *from,
                     bool atomic) {
  Place place;
  if (!resolve(address, size, true, place)) {
    failAt(pc, n);
    return false;
  }
  if (mustPark(pc, n, flags, place, address, size, true, atomic))
    return false;
  if (isBuffered(place, flags)) {
    if (!atomic || !orderOf(pc->c).isSeqCst) {
      bufferStore(pc, address, from, size);
      return true;
    }
    drain(current);
    place.object = state.find(address);
  }
  writePlace(place, from, size);
  if (isPrivate(place.object))
    fillWrite(address, place);
  return true;
}

void Core::dropShadowsThere(uint64_t from, uint64_t n) {
  symbolic->forgetBytes(from, n);
}

// Sharing ---------------------------------------------------------------------

namespace {

/// Follows pointers from objects that others can reach. With `through`, also
/// through objects that were known to be shared before.
class Sharing {
public:
  Sharing(Core &core, bool through) : core_(core), through_(through) {}

  void follow(uint64_t pointer) {
    visit(pointer);
    while (!work_.empty()) {
      uint64_t base = work_.back();
      work_.pop_back();
      scan(base, 0, core_.state.find(base)->size);
    }
  }

  /// Visits what the words of a part of an object point to. Objects may move
  /// meanwhile, so each piece is copied first.
  void scan(uint64_t base, uint64_t from, uint64_t to) {
    for (uint64_t at = from & ~7ull; at + 8 <= to;) {
      const Object *object = core_.state.find(base);
      const uint64_t inPiece = kLeafBytes - at % kLeafBytes;
      const uint64_t n = std::min(inPiece, to - at) & ~7ull;
      const bool isAbsent =
          !object->isSmall() &&
          !object->leaves.get(uint32_t(at / kLeafBytes));
      if (!isAbsent) {
        uint64_t words[kLeafBytes / 8];
        core_.state.read(object, at, words, n);
        for (uint64_t i = 0; i < n / 8; ++i)
          visit(words[i]);
      }
      at += n;
    }
  }

private:
  void visit(uint64_t pointer) {
    if (!isCanonical(pointer) || (regionOf(pointer) != RegionKind::Heap &&
                                  regionOf(pointer) != RegionKind::Stack))
      return;
    Object *object = core_.state.find(pointer);
    if (!object || (object->shared && !through_))
      return;
    if (through_ && !seen_.insert(object->base).second)
      return;
    if (!object->shared) {
      object = core_.own(object);
      object->shared = true;
      core_.forget(object);
      if (!through_)
        core_.recordSharing(object);
    }
    work_.push_back(object->base);
  }

  Core &core_;
  bool through_;
  std::vector<uint64_t> work_;
  llvm::DenseSet<uint64_t> seen_;
};

} // namespace

void Core::share(uint64_t value) {
  // Most values that are stored are no pointers.
  if (value >> kOffsetBits && state.find(value))
    Sharing(*this, false).follow(value);
}

void Core::shareReachable(const Object *object, uint64_t from, uint64_t to) {
  Sharing sharing(*this, false);
  sharing.scan(object->base, from, std::min(to + 7, object->size));
  sharing.follow(0);
}

void Core::shareGlobals() {
  // While one thread lived alone, stores into shared objects were not watched:
  // so everything is followed anew.
  Sharing sharing(*this, true);
  for (const Global &global : program.globals) {
    if (!global.isInState() || global.size < 8)
      continue;
    sharing.scan(globalAddress(global.index), 0, global.size);
    sharing.follow(0);
  }
}

bool Core::touchesShared(uint64_t address, uint64_t size) {
  if (!multi || size == 0)
    return false;
  Object *object = state.find(address);
  return object && !isPrivate(object) && !isQuiet(object);
}

// Allocation ---------------------------------------------------------------------

uint64_t Core::allocate(uint64_t size, uint8_t fill, AllocKind kind) {
  if (size > options.heapLimit ||
      state.scalars().heapBytes + size > options.heapLimit) {
    constexpr uint64_t kNeverThere = 1ull << 47; // no machine has that much
    if (size < kNeverThere)
      addTo(approximations, {ApproximationKind::HeapLimit, "", "",
                             placeOf(top->pc)});
    return 0;
  }
  if (exceedsMemory()) {
    cutPath(top->pc, count, "memory limit reached by the program's own memory");
    return 0;
  }
  Object *object = state.createHeap(current, size, fill);
  if (!object) {
    cutPath(top->pc, count, "too many heap objects in one thread");
    return 0;
  }
  object->alloc = kind;
  fillFresh(object);
  if (options.inputs && fill == kFreshByte)
    beginUnset(*this, object->base, size, nullptr);
  if (isWeak() && !isPrivate(object))
    recordSharing(object);
  if (witness)
    witness->allocated(object->base, size, current, placeOf(top->pc));
  return object->base;
}

bool Core::deallocate(uint64_t address, AllocKind kind) {
  Object *object = find(address);
  if (object && object->kind == ObjectKind::Heap && object->base == address) {
    if (object->alloc != kind && object->alloc != AllocKind::Internal) {
      raise(FaultKind::InvalidFree,
            "memory is freed by another family of functions than it was "
            "allocated with",
            address);
      return false;
    }
    if (isOfAnother(object)) {
      end = StepEnd::NotLocal;
      return false;
    }
    forget(object);
    dropShadows(object->base, object->size);
    endWeakly(object);
    if (isTso())
      state.ownWeak().dropStores(object->base, object->base + object->size);
    state.destroy(object);
    if (witness)
      witness->freed(address, current, placeOf(top->pc));
    return true;
  }
  bool wasHeap = !object && isCanonical(address) &&
                 regionOf(address) == RegionKind::Heap &&
                 threadOf(address) < state.threadCount() &&
                 indexOf(address) < state.thread(threadOf(address)).s.heapNext;
  if (wasHeap)
    raise(FaultKind::DoubleFree, "memory is freed a second time", address);
  else if (object && object->kind == ObjectKind::Heap)
    raise(FaultKind::InvalidFree,
          "free of a pointer into the middle of an object (offset " +
              llvm::Twine(address - object->base) + ")",
          address);
  else
    raise(FaultKind::InvalidFree,
          "free of memory that was not allocated by malloc", address);
  return false;
}

uint64_t Core::allocateStack(uint64_t size, uint32_t tag) {
  Object *object = state.createStack(current, size, kFreshByte, tag);
  if (!object)
    return 0;
  stackNext = state.thread(current).s.stackNext;
  fillFresh(object);
  if (options.inputs)
    beginUnset(*this, object->base, size, top->pc);
  if (witness)
    witness->allocated(object->base, size, current, placeOf(top->pc));
  return object->base;
}

} // namespace rbcheck
