//===- search/reduce/SummaryTable.h - A number for each fingerprint -------===//
//
// Three fingerprints with their numbers lie in one line of the processor's
// cache, so to look one up and to change its number costs one access to memory.
// A line that is full goes on in the next one. Lines belong to 4096 tables, chosen
// by the top bits of the fingerprint, that grow one at a time (as in
// visited/FingerprintSet.cpp): neighbours in the state space are neighbours here.
// Tested by test/unit/SummarySetTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/Hash.h"

#include <bit>
#include <memory>

namespace rbcheck {

class SummaryTable {
public:
  /// Where the number of the fingerprint is: 0 if it was not there. To be used
  /// before the next call.
  uint32_t &at(Hash128 print, bool &isNew) {
    Table &table = tables_[size_t(print >> (128 - kTableBits))];
    if (__builtin_expect(table.used >= table.limit, false))
      grow(table);
    uint32_t &number = find(table, print, isNew);
    table.used += isNew;
    return number;
  }

  uint64_t size() const {
    uint64_t all = 0;
    for (size_t i = 0; i < kTables; ++i)
      all += tables_[i].used;
    return all;
  }
  uint64_t bytes() const {
    uint64_t all = kTables * sizeof(Table);
    for (size_t i = 0; i < kTables; ++i)
      all += tables_[i].size * sizeof(Line);
    return all;
  }

private:
  static constexpr unsigned kTableBits = 12;
  static constexpr size_t kTables = size_t(1) << kTableBits;
  static constexpr size_t kPlaces = 3; ///< in a line
  struct alignas(64) Line {
    Hash128 prints[kPlaces]; ///< the first `used`
    uint32_t numbers[kPlaces];
    uint32_t used;
  };
  static_assert(sizeof(Line) == 64);
  struct Table {
    std::unique_ptr<Line[]> lines;
    size_t size = 0;
    size_t used = 0;  ///< fingerprints
    size_t limit = 0; ///< beyond it the table grows: some line has a place free
  };

  static uint32_t &find(Table &table, Hash128 print, bool &isNew) {
    const uint64_t top = uint64_t(print >> 64) << kTableBits;
    size_t at = size_t(Hash128(top) * table.size >> 64);
    for (;; at = at + 1 == table.size ? 0 : at + 1) {
      Line &line = table.lines[at];
      // Where it is cannot be foreseen: no branch for each place.
      unsigned same = 0;
      for (unsigned i = 0; i < kPlaces; ++i)
        same |= unsigned(line.prints[i] == print) << i;
      same &= (1u << line.used) - 1;
      if (same) {
        isNew = false;
        return line.numbers[std::countr_zero(same)];
      }
      if (line.used < kPlaces) {
        isNew = true;
        line.prints[line.used] = print;
        return line.numbers[line.used++];
      }
    }
  }

  static void grow(Table &table) {
    Table larger;
    larger.size = table.size ? table.size + table.size / 2 : 4;
    larger.lines = std::make_unique<Line[]>(larger.size);
    larger.used = table.used;
    larger.limit = larger.size * kPlaces * 3 / 4;
    for (size_t at = 0; at < table.size; ++at)
      for (size_t i = 0; i < table.lines[at].used; ++i) {
        bool isNew;
        find(larger, table.lines[at].prints[i], isNew) =
            table.lines[at].numbers[i];
      }
    table = std::move(larger);
  }

  std::unique_ptr<Table[]> tables_ = std::make_unique<Table[]>(kTables);
};

} // namespace rbcheck
