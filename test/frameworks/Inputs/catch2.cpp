// Tests of Catch2, whose rest is supplied.
#include <catch2/catch.hpp>

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

TEST_CASE("whole, [or] \"not\"", "[right]") {
  twice([] { ++count; });
  REQUIRE(count.load() == 2);
}

TEST_CASE("torn") {
  twice([] { count = count + 1; });
  SECTION("inner") { CHECK(count.load() == 2); }
}

TEST_CASE("throws") { throw std::runtime_error("out"); }

TEST_CASE("says so", "[!mayfail]") { CHECK(1 == 2); }

TEST_CASE("gives up") { FAIL("no more"); }
