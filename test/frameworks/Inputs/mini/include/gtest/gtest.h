// As little of GoogleTest as rbcheck has to see to take it for that.
#pragma once

namespace testing {
inline int version() { return 1; }
namespace internal {
int MakeAndRegisterTestInfo(void (*test)());
}
} // namespace testing
