//===- interp/models/StringCopy.cpp - strcpy, strcat and their family -----===//
//
// String functions that write. All are one shape: find where to write, how
// much to copy, how much to pad, and what to return. The fortified forms
// (__strcpy_chk, ...) have the size of the destination as last argument.
// Tested by test/models/string*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Bytes.h"

namespace rbcheck {
namespace {

/// What one call is going to do.
struct CopyPlan {
  uint64_t skip = 0;     ///< length of the string already there (strcat)
  uint64_t copy = 0;     ///< bytes taken from the source
  uint64_t zeros = 0;    ///< zero bytes behind them
  uint64_t read = 0;     ///< bytes of the source looked at
};

enum class Shape : uint8_t {
  Cpy,  ///< strcpy: all and one zero
  NCpy, ///< strncpy: exactly n bytes
  Cat,  ///< strcat: behind the string there
  NCat  ///< strncat: at most n and one zero
};

std::optional<CopyPlan> makePlan(ModelCall &call, Shape shape, Mode mode) {
  bool limited = shape == Shape::NCpy || shape == Shape::NCat;
  uint64_t limit = limited ? call.arg(2) : ~0ull;
  CopyPlan plan;
  std::optional<uint64_t> n = stringLength(call, call.arg(1), mode, limit);
  if (!n)
    return std::nullopt;
  plan.copy = *n;
  plan.read = std::min(*n + 1, limit);
  plan.zeros = shape == Shape::NCpy ? limit - *n : 1;
  if (shape == Shape::Cat || shape == Shape::NCat) {
    n = stringLength(call, call.arg(0), mode);
    if (!n)
      return std::nullopt;
    plan.skip = *n;
  }
  return plan;
}

template <Shape S> void copies(ModelCall &call, Effects &to) {
  CopyPlan plan = *makePlan(call, S, Mode::Quiet);
  to.reads(call.arg(0), plan.skip ? plan.skip + 1 : 0)
      .reads(call.arg(1), plan.read)
      .writes(call.arg(0) + plan.skip, plan.copy + plan.zeros);
}

enum class Returns : uint8_t { Start, End };

/// char *strcpy(char *to, const char *from), and stpcpy, strcat;
/// char *strncpy(char *to, const char *from, size_t n), stpncpy, strncat
template <Shape S, Returns R, bool Checked = false>
ModelResult copyString(ModelCall &call) {
  constexpr bool limited = S == Shape::NCpy || S == Shape::NCat;
  std::optional<CopyPlan> plan = makePlan(call, S, Mode::Loud);
  if (!plan)
    return call.failed();
  uint64_t size = plan->skip + plan->copy + plan->zeros;
  if (Checked && size > call.arg(limited ? 3 : 2))
    return call.fault(FaultKind::OutOfBounds,
                      call.name() + llvm::Twine(" writes ") +
                          llvm::Twine(size) + " bytes to an object of " +
                          llvm::Twine(call.arg(limited ? 3 : 2)),
                      call.arg(0));
  uint64_t to = call.arg(0) + plan->skip;
  if (plan->copy && !call.copy(to, call.arg(1), plan->copy))
    return call.failed();
  if (plan->zeros && !call.fill(to + plan->copy, 0, plan->zeros))
    return call.failed();
  return call.ret(R == Returns::Start ? call.arg(0) : to + plan->copy);
}

/// size_t strlcpy(char *to, const char *from, size_t size)
ModelResult copyLimited(ModelCall &call) {
  std::optional<uint64_t> n = stringLength(call, call.arg(1), Mode::Loud);
  if (!n)
    return call.failed();
  if (uint64_t size = call.arg(2)) {
    uint64_t copied = std::min(*n, size - 1);
    if (!call.copy(call.arg(0), call.arg(1), copied) ||
        !call.fill(call.arg(0) + copied, 0, 1))
      return call.failed();
  }
  return call.ret(*n);
}

void copiesLimited(ModelCall &call, Effects &to) {
  uint64_t n = *stringLength(call, call.arg(1), Mode::Quiet) + 1;
  to.reads(call.arg(1), n)
      .writes(call.arg(0), std::min(n, call.arg(2)));
}

constexpr auto kStart = Returns::Start;
constexpr auto kEnd = Returns::End;
constexpr auto kCpy = Shape::Cpy, kNCpy = Shape::NCpy;
constexpr auto kCat = Shape::Cat, kNCat = Shape::NCat;

const RegisterModels kStringCopyModels({
    touching("strcpy", copyString<kCpy, kStart>, copies<kCpy>),
    touching("stpcpy", copyString<kCpy, kEnd>, copies<kCpy>),
    touching("__stpcpy", copyString<kCpy, kEnd>, copies<kCpy>),
    touching("strncpy", copyString<kNCpy, kStart>, copies<kNCpy>),
    touching("stpncpy", copyString<kNCpy, kEnd>, copies<kNCpy>),
    touching("strcat", copyString<kCat, kStart>, copies<kCat>),
    touching("strncat", copyString<kNCat, kStart>, copies<kNCat>),
    touching("strlcpy", copyLimited, copiesLimited),
    touching("__strcpy_chk", copyString<kCpy, kStart, true>, copies<kCpy>),
    touching("__stpcpy_chk", copyString<kCpy, kEnd, true>, copies<kCpy>),
    touching("__strncpy_chk", copyString<kNCpy, kStart, true>, copies<kNCpy>),
    touching("__stpncpy_chk", copyString<kNCpy, kEnd, true>, copies<kNCpy>),
    touching("__strcat_chk", copyString<kCat, kStart, true>, copies<kCat>),
    touching("__strncat_chk", copyString<kNCat, kStart, true>, copies<kNCat>),
});

} // namespace
} // namespace rbcheck
