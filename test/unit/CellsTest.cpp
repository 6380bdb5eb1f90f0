//===- test/unit/CellsTest.cpp - Text of any length and script in columns -===//
#include "tools/report/Cells.h"

#include <gtest/gtest.h>

using namespace rbcheck;

TEST(Cells, WidthsAreColumns) {
  EXPECT_EQ(widthOf(""), 0u);
  EXPECT_EQ(widthOf("abc"), 3u);
  EXPECT_EQ(widthOf("na\xc3\xafve"), 5u);             // two bytes, one column
  EXPECT_EQ(widthOf("e\xcc\x81"), 1u);                // e and an accent
  EXPECT_EQ(widthOf("\xe6\xbc\xa2\xe5\xad\x97"), 4u); // two wide characters
  EXPECT_EQ(padded("\xe6\xbc\xa2", 4), "\xe6\xbc\xa2  ");
}

TEST(Cells, AreCutInTheMiddle) {
  EXPECT_EQ(cutInMiddle("short", 8), "short");
  EXPECT_EQ(cutInMiddle("abcdefghij", 8), "abc..hij");
  EXPECT_EQ(cutInMiddle("abcdefghij", 2), "ab");
  // Wide characters are never halved.
  std::string wide;
  for (int i = 0; i < 10; ++i)
    wide += "\xe6\xbc\xa2";
  for (size_t width = 0; width < 20; ++width) {
    std::string cut = cutInMiddle(wide, width);
    EXPECT_LE(widthOf(cut), width);
    EXPECT_EQ((cut.size() - (width > 2 ? 2 : 0)) % 3, 0u);
  }
}

TEST(Cells, PartsShareTheRoom) {
  std::string a(300, 'a'), b(300, 'b');
  std::string cut = cutParts({a + ".c:14", b + ".c:28"}, " <> ", 52);
  EXPECT_LE(widthOf(cut), 52u);
  EXPECT_NE(cut.find(".c:14 <> bbb"), std::string::npos);
  EXPECT_NE(cut.find(".c:28"), std::string::npos);
  EXPECT_EQ(cutParts({"a.c:1", "b.c:2"}, " <> ", 52), "a.c:1 <> b.c:2");
  std::vector<std::string> many(40, "place.c:1");
  EXPECT_LE(widthOf(cutParts(many, " <> ", 52)), 52u);
}

TEST(Cells, LongWordsAreBroken) {
  EXPECT_EQ(wrapped("one two three", 8),
            (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(wrapped("", 8), std::vector<std::string>{""});
  std::string name(400, 'n');
  size_t seen = 0;
  for (const std::string &line : wrapped("in " + name + " again", 40)) {
    EXPECT_LE(widthOf(line), 40u);
    seen += line.size();
  }
  EXPECT_GE(seen, 400u + 7);
  EXPECT_EQ(wrapped(std::string(80, 'x'), 40).size(), 2u);
}
