//===- search/gambit/Cost.cpp - Which executions come first ---------------===//
#include "search/gambit/Cost.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace rbcheck {

namespace {

/// Sums that an order can compare, each of so many bits.
constexpr size_t kMostSums = 4;
constexpr unsigned kSumBits = 64 / kMostSums;
constexpr uint64_t kMostCost = (1ull << kSumBits) - 1;

/// Filled before main() runs and by plug-ins; read-only afterwards.
std::vector<CostInfo> &registry() {
  static std::vector<CostInfo> costs;
  return costs;
}

const CostInfo *findCost(llvm::StringRef name) {
  for (const CostInfo &info : registry())
    if (name == info.name)
      return &info;
  return nullptr;
}

template <typename... Args>
llvm::Error fail(const char *format, Args &&...args) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}

llvm::SmallVector<llvm::StringRef, 4> partsOf(llvm::StringRef text, char by) {
  llvm::SmallVector<llvm::StringRef, 4> parts;
  text.split(parts, by);
  return parts;
}

} // namespace

llvm::ArrayRef<CostInfo> allCosts() {
  llvm::sort(registry(), [](const CostInfo &a, const CostInfo &b) {
    return a.name < b.name;
  });
  return registry();
}

bool registerCost(CostInfo info) {
  if (findCost(info.name))
    return false;
  registry().push_back(std::move(info));
  return true;
}

llvm::Expected<CostOrders> CostOrders::parse(llvm::StringRef text) {
  CostOrders all;
  std::string plus = text.str();
  std::replace(plus.begin(), plus.end(), '.', '+');
  for (llvm::StringRef order : partsOf(plus, '/')) {
    std::vector<Sum> &sums = all.orders_.emplace_back();
    for (llvm::StringRef sum : partsOf(order, '+')) {
      Sum &terms = sums.emplace_back();
      for (llvm::StringRef term : partsOf(sum, ':')) {
        Term &one = terms.emplace_back();
        auto [weight, name] = term.split('*');
        if (!term.contains('*'))
          std::swap(weight, name);
        else if (weight.getAsInteger(10, one.weight) || !one.weight ||
                 one.weight > kMostCost)
          return fail("has a weight '{0}' that is not a number of 1..{1}",
                      weight, kMostCost);
        one.info = findCost(name);
        if (!one.info) {
          std::string names;
          for (const CostInfo &info : allCosts())
            names += (names.empty() ? "" : ", ") + info.name;
          return fail("names no cost '{0}'; known are {1}", name, names);
        }
      }
    }
    if (sums.size() > kMostSums)
      return fail("compares more than {0} costs behind each other", kMostSums);
  }
  return all;
}

std::string checkCosts(llvm::StringRef text) {
  llvm::Expected<CostOrders> costs = CostOrders::parse(text);
  return costs ? "" : llvm::toString(costs.takeError());
}

void CostOrders::begin(const CostScene &scene) {
  for (auto &order : orders_)
    for (Sum &sum : order)
      for (Term &term : sum)
        term.cost = term.info->make(scene);
}

CostNeeds CostOrders::needs() const {
  CostNeeds all;
  for (const auto &order : orders_)
    for (const Sum &sum : order)
      for (const Term &term : sum) {
        all.operations |= term.info->needs.operations;
        all.races |= term.info->needs.races;
        all.sleep |= term.info->needs.sleep;
      }
  return all;
}

void CostOrders::look(const Execution &execution) {
  for (auto &order : orders_)
    for (Sum &sum : order)
      for (Term &term : sum)
        term.cost->look(execution);
}

uint64_t CostOrders::of(size_t order, const Execution &execution,
                        const Deviation &point) {
  uint64_t all = 0;
  for (Sum &sum : orders_[order]) {
    uint64_t cost = 0;
    for (Term &term : sum)
      cost += uint64_t(term.weight) * term.cost->of(execution, point);
    all = all << kSumBits | std::min(cost, kMostCost);
  }
  return all;
}

} // namespace rbcheck
