//===- search/weak/Strengthen.cpp - Which memory order an error lacks -----===//
#include "search/weak/Strengthen.h"

namespace rbcheck {

namespace {

/// Complete searches of changed programs, as long as there are states left.
class Tries {
public:
  Tries(const Program &program, const CheckOptions &check,
        const StrengthenLimits &limits)
      : program_(program), check_(check), limits_(limits),
        left_(limits.statesInAll) {
    check_.search = llvm::cantFail(SearchSpec::parse("dfs"));
    check_.jobs = 1;
    check_.reduce = Reduce::Off;
    check_.checkpoint.clear();
    check_.share = {};
    check_.context.policies = {};
    check_.context.visited = {};
    check_.context.allErrors = false;
    check_.context.notesLeaks = false;
    check_.context.guide = nullptr;
    check_.context.monitor = nullptr;
    check_.context.steps = nullptr;
  }

  /// Every try so far had an answer.
  bool isSure() const { return isSure_; }
  bool isSoundUnderSc() { return isSound(program_, MemoryModel::Sc); }
  bool isSound(llvm::ArrayRef<OrderChange> changes) {
    return isSound(withOrders(program_, changes), MemoryModel::C11);
  }

private:
  bool isSound(const Program &program, MemoryModel memory) {
    CheckOptions check = check_;
    check.machine.memory = memory;
    uint64_t most = std::min(limits_.statesOfTry, left_);
    if (check.context.limits.states)
      most = std::min(most, check.context.limits.states);
    if (!most || check.context.limits.isOver()) {
      isSure_ = false;
      return false;
    }
    check.context.limits.states = most;
    llvm::Expected<Result> result = runSearch(program, check);
    if (!result) {
      llvm::consumeError(result.takeError());
      isSure_ = false;
      return false;
    }
    isSure_ &= result->verdict != Verdict::Inconclusive;
    left_ -= std::min(left_, result->stats.all.states);
    return result->verdict == Verdict::NoError;
  }

  const Program &program_;
  CheckOptions check_;
  const StrengthenLimits &limits_;
  uint64_t left_;
  bool isSure_ = true;
};

/// One operation that is enough alone.
std::optional<OrderChange>
findOne(Tries &tries, const std::vector<OrderSite> &sites, bool isSeqCst) {
  for (const OrderSite &site : sites)
    for (StrongerOrder order : site.stronger)
      if (isSeqCst == (order == StrongerOrder::SeqCst))
        if (OrderChange change{site, order}; tries.isSound(change))
          return change;
  return std::nullopt;
}

/// All of them as strong as can be, with or without seq_cst.
std::vector<OrderChange> strongest(const std::vector<OrderSite> &sites,
                                   bool isSeqCst) {
  std::vector<OrderChange> all;
  for (const OrderSite &site : sites) {
    const size_t choices = site.stronger.size() - !isSeqCst;
    if (choices)
      all.push_back({site, site.stronger[choices - 1]});
  }
  return all;
}

/// `all` is enough: leaves out what is not needed, weakens the rest.
std::vector<OrderChange> weaken(Tries &tries, std::vector<OrderChange> all) {
  for (size_t i = 0; i < all.size();) {
    std::vector<OrderChange> fewer = all;
    fewer.erase(fewer.begin() + ptrdiff_t(i));
    if (tries.isSound(fewer)) {
      all = std::move(fewer);
      continue;
    }
    for (StrongerOrder order : all[i].site.stronger) {
      const StrongerOrder old = std::exchange(all[i].order, order);
      if (order == old || tries.isSound(all))
        break;
      all[i].order = old;
    }
    ++i;
  }
  return all;
}

} // namespace

std::optional<OrderAdvice> strengthen(const Program &program,
                                      const Violation &violation,
                                      const CheckOptions &check,
                                      const StrengthenLimits &limits) {
  Tries tries(program, check, limits);
  if (violation.machine.memory != MemoryModel::C11 || !tries.isSoundUnderSc())
    return std::nullopt;
  OrderAdvice advice;
  const std::vector<OrderSite> sites =
      findOrderSites(program, violation, limits.sites);
  for (bool isSeqCst : {false, true}) {
    if (std::optional<OrderChange> one = findOne(tries, sites, isSeqCst)) {
      advice.changes = {std::move(*one)};
      break;
    }
    std::vector<OrderChange> all = strongest(sites, isSeqCst);
    if (!all.empty() && tries.isSound(all)) {
      advice.changes = weaken(tries, std::move(all));
      break;
    }
  }
  advice.isLeast = tries.isSure();
  return advice;
}

} // namespace rbcheck
