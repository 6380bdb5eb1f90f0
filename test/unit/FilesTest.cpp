//===- test/unit/FilesTest.cpp - Reading and writing files ----------------===//
#include "search/files/Names.h"
#include "search/files/Read.h"
#include "search/files/Write.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace rbcheck;

namespace {

/// A folder of its own for each test.
class Files : public testing::Test {
protected:
  void SetUp() override {
    llvm::SmallString<128> path;
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("rbcheck-unit", path));
    folder = path.str().str() + "/";
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::string text(const std::string &name) {
    auto buffer = readFile(folder + name, ReadRules());
    return buffer ? (*buffer)->getBuffer().str()
                  : "?" + llvm::toString(buffer.takeError());
  }
  bool write(const std::string &name, llvm::StringRef bytes) {
    return !llvm::errorToBool(writeFile(folder + name, bytes));
  }
  size_t count() {
    std::error_code error;
    size_t found = 0;
    for (llvm::sys::fs::directory_iterator at(folder, error), end;
         at != end && !error; at.increment(error))
      ++found;
    return found;
  }

  std::string folder;
};

} // namespace

TEST_F(Files, AreWrittenAndReadAgain) {
  EXPECT_TRUE(write("a", "one"));
  EXPECT_EQ(text("a"), "one");
  EXPECT_TRUE(write("a", ""));
  EXPECT_EQ(text("a"), "");
  std::string page(4096, 'x'); // no room for the zero behind it
  EXPECT_TRUE(write("a", page));
  EXPECT_EQ(text("a"), page);
  EXPECT_EQ(count(), 1u);
}

TEST_F(Files, StayAsTheyWereIfWritingFails) {
  EXPECT_TRUE(write("a", "before"));
  llvm::Error error = writeFile(folder + "a", [](llvm::raw_ostream &out) {
    out << "half";
    return llvm::createStringError("no more");
  });
  EXPECT_EQ(llvm::toString(std::move(error)),
            folder + "a: cannot write it: no more");
  EXPECT_EQ(text("a"), "before");
  EXPECT_EQ(count(), 1u);
}

TEST_F(Files, KeepTheirPermissionsAndAreFoundBehindLinks) {
  EXPECT_TRUE(write("a", "before"));
  ASSERT_EQ(::chmod((folder + "a").c_str(), 0640), 0);
  ASSERT_EQ(::symlink("a", (folder + "link").c_str()), 0);
  EXPECT_TRUE(write("link", "after"));
  EXPECT_EQ(text("a"), "after");
  struct stat status;
  ASSERT_EQ(::lstat((folder + "link").c_str(), &status), 0);
  EXPECT_TRUE(S_ISLNK(status.st_mode));
  ASSERT_EQ(::stat((folder + "a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, mode_t(0640));
}

TEST_F(Files, ThatCannotBeWrittenAreNamed) {
  auto why = [&](const std::string &name) {
    return llvm::toString(checkWritable(folder + name));
  };
  EXPECT_EQ(why("a"), "");
  EXPECT_EQ(count(), 0u); // nothing is made by asking
  EXPECT_NE(why("no/a").find("there is no folder"), std::string::npos);
  EXPECT_NE(why("").find("it is a folder"), std::string::npos);
  ASSERT_EQ(::symlink("loop", (folder + "loop").c_str()), 0);
  EXPECT_NE(why("loop"), "");
  EXPECT_NE(why(std::string(300, 'n')), "");
}

TEST_F(Files, OfOneNodeAreTheSame) {
  EXPECT_TRUE(write("a", ""));
  EXPECT_TRUE(write("b", ""));
  ASSERT_EQ(::link((folder + "a").c_str(), (folder + "hard").c_str()), 0);
  ASSERT_EQ(::symlink("new", (folder + "soft").c_str()), 0);
  EXPECT_TRUE(isSameFile(folder + "a", folder + "./a"));
  EXPECT_TRUE(isSameFile(folder + "a", folder + "hard"));
  EXPECT_TRUE(isSameFile(folder + "new", folder + "soft"));
  EXPECT_FALSE(isSameFile(folder + "a", folder + "b"));
  EXPECT_FALSE(isSameFile(folder + "new", folder + "newer"));
  EXPECT_FALSE(isSameFile("/dev/null", "/dev/null"));
  EXPECT_FALSE(isSameFile(folder + "no/a", folder + "no/a"));
  EXPECT_TRUE(isSameFile("-", "-"));
}

TEST_F(Files, AreReadUpToALimit) {
  EXPECT_TRUE(write("a", "12345678"));
  ReadRules rules;
  rules.mostBytes = 8;
  EXPECT_TRUE(bool(readFile(folder + "a", rules)));
  rules.mostBytes = 7;
  auto large = readFile(folder + "a", rules);
  ASSERT_FALSE(large);
  EXPECT_EQ(llvm::toString(large.takeError()),
            folder + "a: is larger than 7 bytes, the most that is read of such "
                     "a file");
  EXPECT_EQ(sizeText(1ull << 30), "1 GB");
  EXPECT_EQ(sizeText(20 << 10), "20 kB");
}

TEST_F(Files, PipesEndByTimeOrAtTheirEnd) {
  const std::string pipe = folder + "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  ReadRules rules;
  rules.until = std::chrono::steady_clock::now();
  EXPECT_TRUE(llvm::errorToBool(readFile(pipe, rules).takeError()));
  std::thread writer([&] {
    int fd = ::open(pipe.c_str(), O_WRONLY);
    EXPECT_EQ(::write(fd, "text", 4), 4);
    ::close(fd);
  });
  auto buffer = readFile(pipe, ReadRules());
  writer.join();
  ASSERT_TRUE(bool(buffer));
  EXPECT_EQ((*buffer)->getBuffer(), "text");
  EXPECT_FALSE(readSourceFile(pipe)); // nobody asked for it
}
