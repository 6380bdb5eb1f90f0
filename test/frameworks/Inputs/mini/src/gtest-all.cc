// One test, which is registered, listed and run.
#include "gtest/gtest.h"

#include <stdio.h>
#include <string.h>

static void (*registered)();

namespace testing {
namespace internal {
int MakeAndRegisterTestInfo(void (*test)()) {
  registered = test;
  return 0;
}
} // namespace internal

struct TestInfo {
  void Run();
};
__attribute__((noinline)) void TestInfo::Run() { registered(); }
} // namespace testing

static int runAll(int argc, char **argv) {
  for (int i = 1; i < argc; ++i)
    if (!strcmp(argv[i], "--gtest_list_tests")) {
      puts("Mini.\n  One");
      return 0;
    }
  testing::TestInfo().Run();
  return STATUS;
}
