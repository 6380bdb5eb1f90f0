//===- search/predict/Relations.h - What another order has to keep --------===//
//
// Worked out once for a recording:
//
//   order      pairs of events that no other order may turn around: those of
//   one
//              thread, the creation of a thread and its first, and what
//              interferes in another way than by values or by a lock. Clocks
//              (Mattern 1989) tell whether it orders two events.
//   cells      memory cut where accesses begin and end, with who touches it;
//   only
//              what several threads touch and one writes
//   sources    the write that a read saw
//   sections   of locks, from the event that takes it to the one that gives it
//              back
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/predict/Recording.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"

namespace rbcheck {

/// No event: it was so before the first one.
constexpr uint32_t kNoEvent = ~0u;

/// An event touches a cell.
struct CellTouch {
  uint32_t event = 0;
  uint32_t access = 0;        ///< of the event
  uint32_t source = kNoEvent; ///< of a read by value: the write that it saw
  bool reads = false, writes = false;
  AccessWay way = AccessWay::Ordered;
};

struct SharedCell {
  uint64_t begin = 0, end = 0;
  std::vector<CellTouch> touches; ///< by event
};

/// A place in SharedCell::touches.
struct TouchRef {
  uint32_t cell = 0, index = 0;
};

struct LockSection {
  uint32_t thread = 0;
  uint32_t taken = kNoEvent;
  uint32_t givenBack = kNoEvent; ///< none: held to the end
};

class Relations {
public:
  explicit Relations(const Recording &recording);

  /// The recording is too large to be thought about.
  bool isTooLarge() const { return isTooLarge_; }
  const RecordedEvent &event(uint32_t e) const { return recording_.events[e]; }
  uint32_t size() const { return uint32_t(recording_.events.size()); }
  uint32_t threadOf(uint32_t e) const { return event(e).choice.thread; }
  /// Events of a thread, by order.
  llvm::ArrayRef<uint32_t> eventsOf(uint32_t thread) const {
    return byThread_[thread];
  }
  uint32_t threads() const { return uint32_t(byThread_.size()); }
  /// Which of its thread's events it is.
  uint32_t positionOf(uint32_t e) const { return positions_[e]; }
  /// The one before it in its thread; of the first the one that made the
  /// thread, or kNoEvent.
  uint32_t previous(uint32_t e) const {
    return positions_[e] ? byThread_[threadOf(e)][positions_[e] - 1]
                         : births_[threadOf(e)];
  }
  /// Events of other threads that have to come before it; what follows from
  /// others is left out.
  llvm::ArrayRef<uint32_t> befores(uint32_t e) const { return befores_[e]; }
  /// No order has `later` before `earlier`.
  bool isOrdered(uint32_t earlier, uint32_t later) const {
    return earlier != later &&
           clocks_[later][threadOf(earlier)] > positions_[earlier];
  }
  bool areOrdered(uint32_t a, uint32_t b) const {
    return isOrdered(a, b) || isOrdered(b, a);
  }

  llvm::ArrayRef<SharedCell> cells() const { return cells_; }
  const CellTouch &touch(TouchRef ref) const {
    return cells_[ref.cell].touches[ref.index];
  }
  /// What an event touches of cells().
  llvm::ArrayRef<TouchRef> touchesOf(uint32_t e) const { return touched_[e]; }
  /// The bytes of the cell that a touch read, or wrote; empty if not known.
  llvm::StringRef bytesRead(TouchRef ref) const;
  llvm::StringRef bytesWritten(TouchRef ref) const;

  const std::map<uint64_t, std::vector<LockSection>> &sections() const {
    return sections_;
  }
  /// Locks that the thread holds before the event.
  llvm::ArrayRef<uint64_t> heldAt(uint32_t e) const {
    return heldSets_[held_[e]];
  }
  /// The two are never about to happen at once: a lock is held at both.
  bool exclude(uint32_t a, uint32_t b) const;

private:
  void listThreads();
  void cutMemory();
  void findSources();
  void findSections();
  void orderByMemory(const SharedCell &cell);
  void orderBesideMemory();
  void addOrder(uint32_t earlier, uint32_t later);
  void countClocks();

  static constexpr size_t kMostTouches = 2'000'000;
  static constexpr size_t kMostBesideMemory = 3'000;

  const Recording &recording_;
  bool isTooLarge_ = false;
  std::vector<std::vector<uint32_t>> byThread_;
  std::vector<uint32_t> births_; ///< by thread
  std::vector<uint32_t> positions_;
  std::vector<llvm::SmallVector<uint32_t, 2>> befores_;
  std::vector<std::vector<uint32_t>> clocks_;
  std::vector<SharedCell> cells_;
  std::vector<llvm::SmallVector<TouchRef, 1>> touched_;
  std::map<uint64_t, std::vector<LockSection>> sections_;
  std::vector<uint32_t> held_;
  std::vector<std::vector<uint64_t>> heldSets_;
};

} // namespace rbcheck
