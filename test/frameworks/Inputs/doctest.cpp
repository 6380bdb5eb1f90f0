// Tests of doctest, whose rest is supplied.
#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

static std::atomic<int> count;

static void twice(void (*add)()) {
  count = 0;
  std::thread first(add), second(add);
  first.join();
  second.join();
}

TEST_CASE("whole, * and \"more\"") {
  twice([] { ++count; });
  REQUIRE(count.load() == 2);
}

TEST_CASE("torn") {
  twice([] { count = count + 1; });
  SUBCASE("inner") { CHECK(count.load() == 2); }
}

// The failure is in a thread that is not main.
TEST_CASE("in a thread") {
  twice([] {
    if (count++ == 1)
      CHECK(false);
  });
}

TEST_CASE("throws") { throw std::runtime_error("out"); }

TEST_CASE("says so" * doctest::may_fail()) { CHECK(1 == 2); }

TEST_CASE("gives up") { FAIL("no more"); }

TEST_CASE("off" * doctest::skip()) { CHECK(1 == 2); }
