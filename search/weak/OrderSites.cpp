//===- search/weak/OrderSites.cpp - Memory orders that could be stronger --===//
#include "search/weak/OrderSites.h"

#include "search/result/Replay.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <map>

namespace rbcheck {

namespace {

const char *operationOf(Op op) {
  switch (op) {
  case Op::AtomicLoad:
    return "load";
  case Op::AtomicStore:
    return "store";
  case Op::AtomicRmw:
    return "update";
  case Op::CmpXchg:
    return "compare-exchange";
  case Op::Fence:
    return "fence";
  default:
    return nullptr;
  }
}

/// Bits of Insn::c that an order does without.
uint32_t bitsAgainst(StrongerOrder order) {
  constexpr uint32_t kAcquire = kNoAcquire | kNoAcquireOnFailure;
  switch (order) {
  case StrongerOrder::Acquire:
    return kAcquire;
  case StrongerOrder::Release:
    return kNoRelease;
  case StrongerOrder::AcqRel:
    return kAcquire | kNoRelease;
  case StrongerOrder::SeqCst:
    return kAcquire | kNoRelease | kNoSeqCst | kNoSeqCstOnFailure;
  }
  llvm_unreachable("covered switch");
}

std::vector<StrongerOrder> ordersAbove(const Insn &insn) {
  using enum StrongerOrder;
  std::vector<StrongerOrder> orders;
  if (!(insn.c & kNoSeqCst))
    return orders;
  const bool reads = insn.op != Op::AtomicStore;
  const bool writes = insn.op != Op::AtomicLoad;
  const bool noAcquire = reads && insn.c & kNoAcquire;
  const bool noRelease = writes && insn.c & kNoRelease;
  // What one half lacks of an order that has the other half is both.
  if (noAcquire && (noRelease || !writes))
    orders.push_back(Acquire);
  if (noRelease && (noAcquire || !reads))
    orders.push_back(Release);
  if (reads && writes && (noAcquire || noRelease))
    orders.push_back(AcqRel);
  orders.push_back(SeqCst);
  return orders;
}

/// Headers that are nothing but atomic operations.
bool isAtomicHeader(llvm::StringRef file) {
  return file.substr(file.rfind('/') + 1).contains("atomic");
}

/// Without debug info the places of the user's code are not known.
bool isOfUser(const Program &program, const Location &at) {
  return !isLibraryFile(at.file) && (at.isKnown() || !program.hasDebugInfo);
}

/// The call of `callee` that a frame stands at: a parked frame has the place of
/// the call, or of what comes next.
std::optional<uint32_t> callAt(const Function &function, uint32_t pc,
                               uint32_t callee) {
  for (uint32_t at : {pc, pc - 1})
    if (at < function.code.size() && function.code[at].op == Op::Call &&
        function.callSites[function.code[at].c].callee == callee)
      return at;
  return std::nullopt;
}

class SiteFinder final : public ReplayWatcher {
public:
  explicit SiteFinder(const Program &program) : program_(program) {}

  std::vector<OrderSite> sites;

  /// Fences are no steps: those of the functions that the trace was in.
  void addFences() {
    for (uint32_t index : functions_) {
      const Function &function = program_.functions[index];
      for (uint32_t pc = 0; pc < function.code.size(); ++pc)
        if (function.code[pc].op == Op::Fence &&
            isOfUser(program_, locate(program_, {index, pc})))
          add({{index, pc}}, locate(program_, {index, pc}), "");
    }
  }

private:
  void beforeStep(Machine &machine, size_t, Choice choice) override {
    machine.walkStack(choice.thread, [&](CodePlace frame) {
      if (!llvm::is_contained(functions_, frame.function))
        functions_.push_back(frame.function);
      return true;
    });
    const CodePlace place = machine.place(choice.thread);
    std::optional<std::vector<CodePlace>> chain = chainOf(machine, choice);
    if (!chain)
      return;
    const ThreadNode &thread = machine.state().thread(choice.thread);
    if (thread.pending.kind != PendingKind::Access)
      return;
    const Access &access = thread.pending.accesses[0];
    add(*chain, locateThread(machine, choice.thread, place),
        machine.nameOf(access.address, access.size).name);
  }

  /// None if it is not the user's own operation.
  std::optional<std::vector<CodePlace>> chainOf(Machine &machine,
                                                Choice choice) {
    std::vector<CodePlace> chain;
    bool isReached = false, isFine = true;
    machine.walkStack(choice.thread, [&](CodePlace frame) {
      const Function &function = program_.functions[frame.function];
      if (!chain.empty()) {
        const std::optional<uint32_t> call =
            callAt(function, frame.pc, chain.back().function);
        isFine = call.has_value();
        frame.pc = call.value_or(0);
      }
      chain.push_back(frame);
      for (const Location &at : locateInlined(program_, frame)) {
        isReached = isOfUser(program_, at);
        if (isReached)
          break;
        isFine &= isAtomicHeader(at.file);
      }
      return isFine && !isReached;
    });
    return isFine && isReached ? std::optional(chain) : std::nullopt;
  }

  void add(std::vector<CodePlace> chain, Location at, std::string variable) {
    const CodePlace place = chain.front();
    const Insn &insn = program_.functions[place.function].code[place.pc];
    const char *operation = operationOf(insn.op);
    if (!operation || llvm::any_of(sites, [&](const OrderSite &known) {
          return known.chain == chain;
        }))
      return;
    std::vector<StrongerOrder> stronger = ordersAbove(insn);
    if (!stronger.empty())
      sites.push_back({std::move(chain), std::move(at), operation,
                       std::move(variable), std::move(stronger)});
  }

  const Program &program_;
  std::vector<uint32_t> functions_; ///< in the order of the trace
};

} // namespace

const char *orderWord(StrongerOrder order) {
  switch (order) {
  case StrongerOrder::Acquire:
    return "acquire";
  case StrongerOrder::Release:
    return "release";
  case StrongerOrder::AcqRel:
    return "acq_rel";
  case StrongerOrder::SeqCst:
    return "seq_cst";
  }
  llvm_unreachable("covered switch");
}

std::vector<OrderSite> findOrderSites(const Program &program,
                                      const Violation &violation, size_t most) {
  SiteFinder finder(program);
  replay(program, violation, finder);
  const size_t accesses = finder.sites.size();
  finder.addFences();
  std::vector<OrderSite> &sites = finder.sites;
  // Fences are few, and stand for many.
  const size_t fences = std::min(sites.size() - accesses, most / 2);
  sites.resize(accesses + fences);
  if (sites.size() > most)
    sites.erase(sites.begin() + ptrdiff_t(most - fences),
                sites.begin() + ptrdiff_t(accesses));
  return std::move(sites);
}

Program withOrders(const Program &program,
                   llvm::ArrayRef<OrderChange> changes) {
  Program copy = program;
  // What a call leads to, once it has functions of its own.
  std::map<std::vector<CodePlace>, uint32_t> own;
  for (const OrderChange &change : changes) {
    // From the user's code inwards.
    uint32_t function = change.site.chain.back().function;
    for (size_t i = change.site.chain.size(); i-- > 1;) {
      const std::vector<CodePlace> outer(
          change.site.chain.begin() + ptrdiff_t(i), change.site.chain.end());
      auto [known, isNew] =
          own.try_emplace(outer, uint32_t(copy.functions.size()));
      if (isNew) {
        Function callee = copy.functions[change.site.chain[i - 1].function];
        copy.functions.push_back(std::move(callee));
        Function &caller = copy.functions[function];
        const uint32_t site = caller.code[change.site.chain[i].pc].c;
        caller.callSites[site].callee = known->second;
      }
      function = known->second;
    }
    const uint32_t pc = change.site.chain.front().pc;
    copy.functions[function].code[pc].c &= ~bitsAgainst(change.order);
    if (change.order != StrongerOrder::SeqCst)
      continue;
    copy.orders.hasSeqCst = true;
    if (copy.functions[function].code[pc].op == Op::Fence)
      continue;
    // On which variables orders are mixed is not known any more.
    copy.orders.mixedElsewhere = true;
    for (Global &global : copy.globals)
      global.mixedOrders = true;
  }
  return copy;
}

} // namespace rbcheck
