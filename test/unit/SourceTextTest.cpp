//===- test/unit/SourceTextTest.cpp - What the text says about a line -----===//
#include "search/triage/SourceText.h"

#include <gtest/gtest.h>

using namespace rbcheck;

namespace {

std::vector<uint32_t> statements(const char *text) {
  SourceText source(text);
  std::vector<uint32_t> all;
  for (uint32_t line = 1; line < source.lines(); ++line)
    all.push_back(source.statementAt(line));
  return all;
}
using Lines = std::vector<uint32_t>;

} // namespace

TEST(SourceText, AStatementGoesOnUntilItEnds) {
  EXPECT_EQ(statements("f(a,\n"
                       "  b); // f(\n"
                       "\n"
                       "x =\n"
                       "  /* ; */ ';' + \";\"\n"
                       "  + 1;\n"
                       "y = 2;\n"),
            (Lines{1, 1, 0, 4, 4, 4, 7}));
}

TEST(SourceText, BodiesBeginNewOnesInitialisersDoNot) {
  EXPECT_EQ(statements("int f(int a,\n"
                       "      int b) {\n"
                       "  int t[] = {\n"
                       "    1, 2 };\n"
                       "  for (a = 0;\n"
                       "       a < b; ++a)\n"
                       "    t[a] = 1;\n"
                       "  if (a)\n"
                       "    b = 1;\n"
                       "  else\n"
                       "    b = ({ int c = 1;\n"
                       "      c; });\n"
                       "}\n"),
            (Lines{1, 1, 3, 3, 5, 5, 7, 8, 9, 10, 11, 12, 13}));
}

TEST(SourceText, AMacroIsNamedOnAllItsLines) {
  SourceText source("#define LOCKED(x) \\\n"
                    "  lock(); \\\n"
                    "  x; /* over\n"
                    "  lines */ unlock()\n"
                    "int x;\n"
                    "#  define  TWO 2\n"
                    "#\n"
                    "#include <x.h>\n");
  EXPECT_EQ(source.macroAt(0), "");
  for (uint32_t line : {1, 2, 3, 4})
    EXPECT_EQ(source.macroAt(line), "LOCKED") << line;
  EXPECT_EQ(source.macroAt(5), "");
  EXPECT_EQ(source.macroAt(6), "TWO");
  EXPECT_EQ(source.macroAt(7), "");
  EXPECT_EQ(source.macroAt(8), "");
  EXPECT_EQ(source.macroAt(99), "");
  EXPECT_EQ(source.statementAt(2), 0u);
  EXPECT_EQ(source.statementAt(5), 5u);
}

TEST(SourceText, AnyTextIsRead) {
  for (const char *text : {"", "\\", "\\\n", "\"", "'", "/*", "//", "#", "#define",
                           "#define X \\", "}}})))", "(((", "a\n\"b\\", "1'0"})
    EXPECT_EQ(SourceText(text).macroAt(9), "") << text;
  EXPECT_EQ(readSource("no/such/file.c"), "");
  EXPECT_EQ(readSource("/"), "");
}
