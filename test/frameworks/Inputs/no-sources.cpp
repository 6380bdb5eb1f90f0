// Registers a test as version 3 of Catch2 does; there are no sources of it.
namespace Catch {
namespace Detail {
template <typename T> struct unique_ptr {
  T *pointer;
  ~unique_ptr() {}
};
} // namespace Detail
struct ITestInvoker;
struct AutoReg {
  AutoReg(Detail::unique_ptr<ITestInvoker> invoker);
};
} // namespace Catch

static Catch::AutoReg test({nullptr});
