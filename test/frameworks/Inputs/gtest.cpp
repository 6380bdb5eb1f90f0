// Tests of GoogleTest with and without errors. Only includes the header.
#include <gtest/gtest.h>

#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex mutex;
static int count;

static void addLocked() {
  std::lock_guard<std::mutex> lock(mutex);
  ++count;
}

static void addTorn() {
  mutex.lock();
  int old = count;
  mutex.unlock();
  mutex.lock();
  count = old + 1;
  mutex.unlock();
}

static void twice(void (*add)()) {
  count = 0;
  std::thread first(add), second(add);
  first.join();
  second.join();
}

TEST(Counter, Locked) {
  twice(addLocked);
  EXPECT_EQ(count, 2);
}

TEST(Counter, Torn) {
  twice(addTorn);
  EXPECT_EQ(count, 2) << "lost";
}

TEST(Counter, Race) {
  std::thread other([] { ++count; });
  ++count;
  other.join();
}

// The failure is in a thread that is not main.
TEST(InThread, Fails) {
  twice([] {
    std::lock_guard<std::mutex> lock(mutex);
    EXPECT_LT(++count, 2);
  });
}

TEST(InThread, Holds) {
  twice([] {
    std::lock_guard<std::mutex> lock(mutex);
    EXPECT_LT(++count, 3);
  });
}

TEST(Plain, Throws) { throw std::runtime_error("out"); }

TEST(Plain, Dies) { EXPECT_DEATH(abort(), ""); }

TEST(Plain, DISABLED_Off) { FAIL(); }

TEST(Plain, Skips) { GTEST_SKIP() << "not here"; }

class Numbers : public testing::TestWithParam<int> {};
TEST_P(Numbers, AreSmall) { ASSERT_TRUE(GetParam() < 2); }
INSTANTIATE_TEST_SUITE_P(All, Numbers, testing::Values(1, 2));
