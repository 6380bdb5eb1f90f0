//===- interp/state/weak/ViewTable.h - What everybody knows, as a table ---===//
//
// A view says how far somebody is: for each cell the index of the newest
// message that it has seen, and of the newest one that happens before; and sets
// of records (of plain accesses) and of events (of seq_cst operations). A row
// is a view, of a thread, a message or a lock. All rows lie in two arrays, so
// that a state is copied and hashed in one go.
//
// The table knows nothing of memory models: it joins, inserts and removes.
// Tested by test/unit/ViewTableTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cstdint>
#include <vector>

namespace rbcheck {

class ViewTable {
public:
  using Index = uint16_t;
  /// The sets of a row. All but the first are sets of events.
  enum Set : uint8_t {
    Records,
    AfterAccess, ///< events that are before what comes, by accesses (ha)
    AfterFence,  ///< and by fences (hf)
    Before,      ///< that happen before it
    Own,         ///< of a message: the writes that it releases
    Past         ///< that came before by program order and reads-from
  };
  static constexpr unsigned kSets = 6;

  uint32_t rows() const { return rows_; }
  uint32_t cells() const { return cells_; }
  uint32_t records() const { return columns_[0]; }
  uint32_t events() const { return columns_[1]; }

  Index &seen(uint32_t row, uint32_t cell) {
    return indices_[size_t(row) * 2 * cells_ + cell];
  }
  Index &hbw(uint32_t row, uint32_t cell) {
    return indices_[(size_t(row) * 2 + 1) * cells_ + cell];
  }
  Index seen(uint32_t row, uint32_t cell) const {
    return indices_[size_t(row) * 2 * cells_ + cell];
  }
  Index hbw(uint32_t row, uint32_t cell) const {
    return indices_[(size_t(row) * 2 + 1) * cells_ + cell];
  }

  bool has(Set set, uint32_t row, uint32_t column) const {
    return word(set, row, column / 64) >> (column % 64) & 1;
  }
  void put(Set set, uint32_t row, uint32_t column, bool isIn) {
    uint64_t &at = word(set, row, column / 64);
    const uint64_t bit = 1ull << (column % 64);
    at = isIn ? at | bit : at & ~bit;
  }
  /// All columns of a set that there are.
  void putAll(Set set, uint32_t row);
  void joinSet(Set to, uint32_t row, Set from, uint32_t other);
  /// The past of `row`, and of `other`, is in what both know to be before; of
  /// `other` without AfterAccess unless `isOrdered`.
  bool isPastOrdered(uint32_t row, uint32_t other, bool isOrdered) const;
  /// The past of `row` is in what `other` knows to be, or to happen, before.
  bool isPastBefore(uint32_t row, uint32_t other) const;
  /// The set of `row` is within the two others.
  bool isWithin(Set set, uint32_t row, Set in1, uint32_t row1, Set in2,
                uint32_t row2) const;

  /// Indices, records, AfterFence and Before; with `isOrdered` AfterAccess too.
  /// The past of a row is not part of its view, nor what it owns.
  void join(uint32_t to, uint32_t from, bool isOrdered = true);
  void joinPast(uint32_t to, uint32_t from) { joinSet(Past, to, Past, from); }
  /// The view alone.
  void assign(uint32_t to, uint32_t from);
  void clear(uint32_t row);
  /// All that `row` knows, its past too, `other` knows; or `second` does.
  bool isBelow(uint32_t row, uint32_t other, uint32_t second) const;

  void insertRow(uint32_t at);
  void removeRow(uint32_t at);
  void insertCell(uint32_t at);
  void removeCell(uint32_t at);
  /// In all sets of records, or of events; nobody has the new one.
  void insertRecord(uint32_t at) { insertColumn(0, at); }
  void removeRecord(uint32_t at) { removeColumn(0, at); }
  uint32_t addEvent() {
    insertColumn(1, columns_[1]);
    return columns_[1] - 1;
  }
  void removeEvent(uint32_t at) { removeColumn(1, at); }
  /// Two views are the same but for events, once index `index` of a cell and the
  /// one behind it count as one.
  bool areAlike(uint32_t a, uint32_t b, uint32_t cell, uint32_t index) const;
  /// `to` stands for both from now on: what comes of either comes of it. The past
  /// of both, and what both know to be before.
  void blendEvents(uint32_t to, uint32_t from);
  /// Columns `a` and `b` are the same in all rows.
  bool areAlikeRecords(uint32_t a, uint32_t b) const;
  bool areAlikeEvents(uint32_t a, uint32_t b) const;
  void copyRecord(uint32_t to, uint32_t from);
  /// Puts events into the order `order` (a permutation: new place -> old one).
  void reorderEvents(const std::vector<uint32_t> &order);

  const std::vector<Index> &indices() const { return indices_; }
  const std::vector<uint64_t> &bits() const { return bits_; }

private:
  uint32_t wordsOf(Set set) const { return words_[set != Records]; }
  uint32_t offsetOf(Set set) const {
    return set == Records ? 0 : words_[0] + (set - 1) * words_[1];
  }
  uint32_t stride() const { return words_[0] + (kSets - 1) * words_[1]; }
  uint64_t &word(Set set, uint32_t row, uint32_t i) {
    return bits_[size_t(row) * stride() + offsetOf(set) + i];
  }
  uint64_t word(Set set, uint32_t row, uint32_t i) const {
    return bits_[size_t(row) * stride() + offsetOf(set) + i];
  }
  void resizeWords(unsigned kind, uint32_t words);
  void insertColumn(unsigned kind, uint32_t at);
  void removeColumn(unsigned kind, uint32_t at);

  uint32_t rows_ = 0;
  uint32_t cells_ = 0;
  uint32_t columns_[2] = {};   ///< records, events
  uint32_t words_[2] = {};     ///< of one set of each
  std::vector<Index> indices_; ///< by row: seen, then hbw, by cell
  std::vector<uint64_t> bits_; ///< by row: the sets
};

} // namespace rbcheck
