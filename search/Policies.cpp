//===- search/Policies.cpp - What every search can be combined with -------===//
#include "search/Policies.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace rbcheck {

namespace {

constexpr std::pair<const char *, Order> kOrders[] = {
    {"thread", Order::Thread},
    {"same", Order::Same},
    {"switch", Order::Switch},
    {"random", Order::Random},
};
constexpr uint32_t kMostPreemptions = 65534;

} // namespace

const char *orderName(Order order) {
  for (auto [name, value] : kOrders)
    if (value == order)
      return name;
  return "";
}

llvm::Error Policies::parseOrder(llvm::StringRef text) {
  for (auto [name, value] : kOrders)
    if (text == name) {
      order = value;
      return llvm::Error::success();
    }
  return llvm::createStringError(llvm::formatv(
      "unknown order '{0}'; known are thread, same, switch, random", text));
}

llvm::Error Policies::parseBound(llvm::StringRef text) {
  auto [name, value] = text.split(':');
  if (name != "preemptions")
    return llvm::createStringError(
        llvm::formatv("unknown bound '{0}'; the form is preemptions:N", name));
  uint32_t limit;
  if (value.getAsInteger(10, limit))
    return llvm::createStringError(
        llvm::formatv("bound 'preemptions': '{0}' is not a number", value));
  if (limit > kMostPreemptions)
    return llvm::createStringError(
        llvm::formatv("bound 'preemptions': {0} is out of range 0..{1}", value,
                      kMostPreemptions));
  preemptions = limit;
  return llvm::Error::success();
}

std::string Policies::boundText() const {
  if (!preemptions)
    return "";
  return "preemption bound " + std::to_string(*preemptions);
}

void orderChoices(llvm::MutableArrayRef<Choice> choices, Order order,
                  uint16_t lastThread, Rng &rng) {
  // The choices of one thread lie together.
  auto isLast = [&](Choice choice) { return choice.thread == lastThread; };
  auto *first = std::find_if(choices.begin(), choices.end(), isLast);
  auto *last = std::find_if_not(first, choices.end(), isLast);
  switch (order) {
  case Order::Thread:
    return;
  case Order::Same:
    std::rotate(choices.begin(), first, last);
    return;
  case Order::Switch:
    std::rotate(first, last, choices.end());
    return;
  case Order::Random:
    rng.shuffle(choices);
    return;
  }
}

} // namespace rbcheck
