//===- test/unit/ViewTableTest.cpp ----------------------------------------===//
#include "interp/state/weak/ViewTable.h"

#include "search/Rng.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace rbcheck;

namespace {

ViewTable tableOf(uint32_t rows, uint32_t cells) {
  ViewTable table;
  for (uint32_t i = 0; i < rows; ++i)
    table.insertRow(0);
  for (uint32_t i = 0; i < cells; ++i)
    table.insertCell(0);
  return table;
}

} // namespace

TEST(ViewTable, JoiningTakesTheNewestOfBoth) {
  ViewTable table = tableOf(2, 2);
  table.seen(0, 0) = 3;
  table.seen(1, 1) = 2;
  table.hbw(1, 0) = 1;
  table.join(0, 1);
  EXPECT_EQ(table.seen(0, 0), 3);
  EXPECT_EQ(table.seen(0, 1), 2);
  EXPECT_EQ(table.hbw(0, 0), 1);
  EXPECT_EQ(table.seen(1, 0), 0);
}

TEST(ViewTable, AViewThatIsNotOrderedBringsNoEventsOfAccesses) {
  ViewTable table = tableOf(2, 0);
  const uint32_t event = table.addEvent();
  table.put(ViewTable::AfterAccess, 1, event, true);
  table.put(ViewTable::AfterFence, 1, event, true);
  table.join(0, 1, false);
  EXPECT_FALSE(table.has(ViewTable::AfterAccess, 0, event));
  EXPECT_TRUE(table.has(ViewTable::AfterFence, 0, event));
  table.join(0, 1, true);
  EXPECT_TRUE(table.has(ViewTable::AfterAccess, 0, event));
}

TEST(ViewTable, ThePastIsNoPartOfAView) {
  ViewTable table = tableOf(2, 0);
  const uint32_t event = table.addEvent();
  table.put(ViewTable::Past, 1, event, true);
  table.join(0, 1);
  table.assign(0, 1);
  EXPECT_FALSE(table.has(ViewTable::Past, 0, event));
  table.joinPast(0, 1);
  EXPECT_TRUE(table.has(ViewTable::Past, 0, event));
}

TEST(ViewTable, RowsAndCellsMoveWithTheirContents) {
  ViewTable table = tableOf(2, 2);
  table.seen(0, 0) = 1;
  table.seen(0, 1) = 2;
  table.hbw(1, 1) = 7;
  table.insertCell(1);
  EXPECT_EQ(table.seen(0, 0), 1);
  EXPECT_EQ(table.seen(0, 1), 0);
  EXPECT_EQ(table.seen(0, 2), 2);
  EXPECT_EQ(table.hbw(1, 2), 7);
  table.insertRow(1);
  EXPECT_EQ(table.hbw(2, 2), 7);
  EXPECT_EQ(table.hbw(1, 2), 0);
  table.removeCell(0);
  EXPECT_EQ(table.seen(0, 1), 2);
  table.removeRow(0);
  EXPECT_EQ(table.hbw(1, 1), 7);
}

TEST(ViewTable, TwoIndicesOfACellCanCountAsOne) {
  ViewTable table = tableOf(2, 1);
  table.seen(0, 0) = 1;
  table.seen(1, 0) = 2;
  EXPECT_TRUE(table.areAlike(0, 1, 0, 1));
  EXPECT_FALSE(table.areAlike(0, 1, 0, 2));
}

/// Columns are inserted and removed at any place, across words: against sets.
TEST(ViewTable, ColumnsBehaveLikeSets) {
  Rng rng(7);
  constexpr uint32_t kRows = 3;
  ViewTable table = tableOf(kRows, 1);
  std::vector<std::set<uint32_t>> columns; // by place: the rows that have it
  for (unsigned round = 0; round < 3000; ++round) {
    const uint32_t at = uint32_t(rng.below(uint32_t(columns.size() + 1)));
    if (rng.below(5) < 3 && columns.size() < 200) {
      table.insertRecord(at);
      columns.insert(columns.begin() + at, std::set<uint32_t>());
      for (uint32_t row = 0; row < kRows; ++row)
        if (rng.below(2)) {
          table.put(ViewTable::Records, row, at, true);
          columns[at].insert(row);
        }
    } else if (at < columns.size()) {
      table.removeRecord(at);
      columns.erase(columns.begin() + at);
    }
    ASSERT_EQ(table.records(), columns.size());
    for (uint32_t i = 0; i < columns.size(); ++i)
      for (uint32_t row = 0; row < kRows; ++row)
        ASSERT_EQ(table.has(ViewTable::Records, row, i),
                  columns[i].count(row) != 0);
  }
}
