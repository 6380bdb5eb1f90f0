//===- test/unit/ViewerPageTest.cpp - One page, whatever names hold -------===//
#include "tools/report/ViewerPage.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SHA256.h"

#include <gtest/gtest.h>

using namespace rbcheck;

namespace {

/// What stands between two texts; each occurs.
llvm::StringRef between(llvm::StringRef page, llvm::StringRef from,
                        llvm::StringRef to) {
  EXPECT_NE(page.find(from), llvm::StringRef::npos) << from.str();
  llvm::StringRef rest = page.split(from).second;
  EXPECT_NE(rest.find(to), llvm::StringRef::npos) << to.str();
  return rest.split(to).first;
}

constexpr const char *kData = "<script type=\"application/json\" id=\"data\">";

TEST(ViewerPage, DataComesBackAsItWas) {
  llvm::json::Value data = llvm::json::Object{
      {"name", "</script><script>alert(1)</script><!-- & @SCRIPT@ \x1b"}};
  std::string text = llvm::formatv("{0}", data);
  std::string page = viewerPage("t", text);
  llvm::StringRef inside = between(page, kData, "</script>");
  EXPECT_EQ(inside.find('<'), llvm::StringRef::npos);
  llvm::Expected<llvm::json::Value> read = llvm::json::parse(inside);
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  EXPECT_TRUE(*read == data);
}

TEST(ViewerPage, TitleIsText) {
  std::string page = viewerPage("a<b>\"c\"&\n", "{}");
  EXPECT_EQ(between(page, "<title>", "</title>"),
            "a&lt;b&gt;&quot;c&quot;&amp;?");
}

TEST(ViewerPage, OnlyItsOwnScriptMayRun) {
  std::string page = viewerPage("t", "{}");
  llvm::StringRef script = between(page, "\n<script>", "</script>");
  auto hash = llvm::SHA256::hash(llvm::arrayRefFromStringRef(script));
  llvm::StringRef policy = between(page, "Content-Security-Policy", ">");
  EXPECT_NE(policy.find("sha256-" + llvm::encodeBase64(hash)),
            llvm::StringRef::npos);
  EXPECT_NE(policy.find("default-src &#39;none&#39;"), llvm::StringRef::npos);
}

TEST(ViewerPage, NothingIsLoadedFromElsewhere) {
  std::string page = viewerPage("t", "{}");
  for (const char *word : {"src=", "@import", "url(http", "href=\"http"})
    EXPECT_EQ(page.find(word), std::string::npos) << word;
}

} // namespace
