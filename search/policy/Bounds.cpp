//===- search/policy/Bounds.cpp - Which choices are offered at all --------===//
#include "search/policy/Bounds.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {

namespace {

/// Both counts and a thread fit into the 32 bits of the key.
constexpr uint32_t kMostSwitches = 2000;
constexpr uint32_t kMostDepth = 4'000'000'000;

} // namespace

llvm::Error Bounds::parse(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 4> words;
  text.split(words, ',');
  for (llvm::StringRef word : words) {
    auto [name, value] = word.split(':');
    std::optional<uint32_t> *field = name == "preemptions" ? &preemptions
                                     : name == "delays"    ? &delays
                                     : name == "depth"     ? &depth
                                                           : nullptr;
    if (!field)
      return llvm::createStringError(
          llvm::formatv("unknown bound '{0}'; the forms are preemptions:N, "
                        "delays:N and depth:N",
                        name));
    uint32_t number;
    if (value.getAsInteger(10, number))
      return llvm::createStringError(
          llvm::formatv("bound '{0}': '{1}' is not a number", name, value));
    uint32_t low = field == &depth, high = low ? kMostDepth : kMostSwitches;
    if (number < low || number > high)
      return llvm::createStringError(llvm::formatv(
          "bound '{0}': {1} is out of range {2}..{3}", name, value, low, high));
    *field = number;
  }
  return llvm::Error::success();
}

std::string Bounds::text() const {
  std::string text;
  auto add = [&](const char *name, std::optional<uint32_t> value) {
    if (value)
      text += (text.empty() ? "" : ", ") + std::string(name) + " bound " +
              std::to_string(*value);
  };
  add("preemption", preemptions);
  add("delay", delays);
  add("depth", depth);
  return text;
}

uint32_t delaysOf(llvm::ArrayRef<Choice> enabled, uint16_t lastThread,
                  uint16_t thread) {
  // Positions in the circle, as numbers that wrap.
  auto place = [&](uint16_t id) { return uint16_t(id - lastThread); };
  uint32_t before = 0;
  for (size_t i = 0; i < enabled.size(); ++i) {
    bool isFirstOfThread = !i || enabled[i].thread != enabled[i - 1].thread;
    before += isFirstOfThread && place(enabled[i].thread) < place(thread);
  }
  return before;
}

} // namespace rbcheck
