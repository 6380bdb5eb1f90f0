// A program of the framework in mini/.
#include <gtest/gtest.h>

static int one = testing::internal::MakeAndRegisterTestInfo(
    [] { (void)testing::version(); });
