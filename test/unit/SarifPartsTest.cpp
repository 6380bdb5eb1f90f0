//===- test/unit/SarifPartsTest.cpp - Pieces that SARIF files are made of -===//
#include "tools/report/SarifParts.h"

#include "tools/report/Explain.h"

#include <gtest/gtest.h>

using namespace rbcheck;
using llvm::json::Array;
using JsonObject = llvm::json::Object;

namespace {

TEST(SarifParts, EveryKindIsARuleWithHelp) {
  JsonObject tool = sarifTool();
  const Array &rules = *tool.getArray("rules");
  ASSERT_EQ(rules.size(), explainedKinds().size());
  for (llvm::StringRef kind : explainedKinds()) {
    const JsonObject &rule = *rules[sarifRuleIndex(kind)].getAsObject();
    EXPECT_EQ(rule.getString("id"), kind);
    EXPECT_GT(rule.getObject("shortDescription")->getString("text")->size(), 10u);
    EXPECT_GT(rule.getObject("fullDescription")->getString("text")->size(), 40u);
    EXPECT_GT(rule.getObject("help")->getString("markdown")->size(), 200u);
  }
  EXPECT_EQ(sarifRuleIndex("no-such-kind"), -1);
  EXPECT_EQ(rules[sarifRuleIndex("use-after-free")].getAsObject()->getString(
                "name"),
            "UseAfterFree");
}

TEST(SarifParts, ColumnsCoverTheWordOrCall) {
  auto columns = [](llvm::StringRef line, uint32_t column) {
    SarifColumns c = sarifColumns(line, column);
    return std::pair(c.start, c.end);
  };
  EXPECT_EQ(columns("  ready = 1;", 3), std::pair(3u, 8u));
  EXPECT_EQ(columns("  ready = 1;", 9), std::pair(9u, 10u));
  EXPECT_EQ(columns("f(g(x), y); z", 1), std::pair(1u, 11u));
  EXPECT_EQ(columns("f(g(x),", 1), std::pair(1u, 2u)); // goes on below
  EXPECT_EQ(columns("x", 0), std::pair(1u, 2u));
  EXPECT_EQ(columns("x", 99), std::pair(2u, 3u));
  EXPECT_EQ(columns("", 1), std::pair(1u, 2u));
}

TEST(SarifParts, ColumnsCountUtf16) {
  // U+00E9 has two bytes and one unit, U+1F600 four bytes and two units.
  SarifColumns c = sarifColumns("/*\xc3\xa9\xf0\x9f\x98\x80*/ n = 1;", 12);
  EXPECT_EQ(c.start, 9u);
  EXPECT_EQ(c.end, 10u);
}

TEST(SarifParts, FilesBecomeUris) {
  EXPECT_EQ(sarifArtifact("a b/\xc3\xa9#%.c").getString("uri"),
            "a%20b/%C3%A9%23%25.c");
  EXPECT_EQ(sarifArtifact("a.c").getString("uriBaseId"), "SRCROOT");
  JsonObject outside = sarifArtifact("/usr/include/x.h");
  EXPECT_EQ(outside.getString("uri"), "file:///usr/include/x.h");
  EXPECT_FALSE(outside.get("uriBaseId"));
}

TEST(SarifParts, PlainTextHasNoLinks) {
  EXPECT_EQ(sarifPlain("a[1](2)\\"), "a\\[1\\](2)\\\\");
  EXPECT_EQ(sarifPlain("a[1] = (2)"), "a[1] = (2)");
}

TEST(SarifParts, FingerprintsTellWordsApart) {
  EXPECT_EQ(sarifFingerprint({"ab", "c"}).size(), 32u);
  EXPECT_EQ(sarifFingerprint({"ab", "c"}), sarifFingerprint({"ab", "c"}));
  EXPECT_NE(sarifFingerprint({"ab", "c"}), sarifFingerprint({"a", "bc"}));
}

TEST(SarifParts, UnknownPlaceHasOnlyItsFunction) {
  SourceFiles sources;
  Location unknown;
  unknown.function = "f";
  JsonObject object = sarifLocation(unknown, "m", sources);
  EXPECT_FALSE(object.get("physicalLocation"));
  EXPECT_TRUE(object.get("logicalLocations"));
}

} // namespace
