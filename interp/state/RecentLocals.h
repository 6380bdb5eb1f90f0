//===- interp/state/RecentLocals.h - Locals that come again ---------------===//
//
// What a call makes on the stack and ends again, the next call makes at the same
// place and of the same size, mostly. So the locals that were made last are known
// by their positions: where each is in its trie, and those that are over keep
// their memory until something else takes the row.
//
// Rows are only good in the epoch that they are of: until then a local that is not
// over is in its trie, and its place is on a path that the epoch owns, as it owns
// the thread.
//
// Tested by test/unit/StateTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/Object.h"

namespace rbcheck {

class RecentLocals {
public:
  /// Of a position on the stack of a thread; of the local that was there and is
  /// over, if kOver is added.
  static constexpr uint64_t kOver = 1;
  static uint64_t nameOf(uint32_t thread, uint32_t position) {
    return (uint64_t(thread + 1) << 32 | position) << 1;
  }

  struct Row {
    Object *object = nullptr; ///< small; owned by the row if it is over
    Node **place = nullptr;
    uint64_t epoch = 0;
    uint64_t name = 0; ///< 0 = empty

    bool is(uint64_t wanted, uint64_t now) const {
      return name == wanted && epoch == now;
    }
  };

  RecentLocals() = default;
  RecentLocals(const RecentLocals &) = delete;
  RecentLocals &operator=(const RecentLocals &) = delete;
  ~RecentLocals() {
    for (Row &row : rows_)
      clear(row);
  }

  /// The row of a position on the stack of any thread.
  Row &at(uint32_t position) { return rows_[position % kRows]; }

  /// A local was made, in this place.
  void add(Object *object, Node **place, uint64_t epoch) {
    const uint32_t position = positionOf(object->base);
    Row &row = at(position);
    clear(row);
    if (object->isSmall())
      row = {object, place, epoch, nameOf(threadOf(object->base), position)};
  }
  /// It is gone, and its memory with it.
  void forget(const Object *object) {
    Row &row = at(positionOf(object->base));
    if (row.object == object)
      row = {};
  }

private:
  static void clear(Row &row) {
    if (row.name & kOver)
      poolFree(row.object, row.object->allocatedBytes());
    row = {};
  }
  static constexpr uint32_t kRows = 16;
  Row rows_[kRows];
};

} // namespace rbcheck
