//===- interp/exec/OpenCall.cpp - Library models on bytes not known -------===//
#include "interp/exec/OpenCall.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringMap.h"

namespace rbcheck {

static llvm::StringMap<Opening> &openings() {
  static llvm::StringMap<Opening> all;
  return all;
}

RegisterOpenings::RegisterOpenings(std::initializer_list<Opening> rows) {
  for (const Opening &row : rows)
    openings()[row.name] = row;
}

const Opening *findOpening(llvm::StringRef model) {
  auto found = openings().find(model);
  return found == openings().end() ? nullptr : &found->second;
}

// What openings ask
// ----------------------------------------------------------------

uint64_t OpenCall::arg(size_t i) const {
  return i < site_.args.size() ? r_[site_.args[i].slot] : 0;
}

TermRef OpenCall::argTerm(size_t i, unsigned bits) const {
  return symbolic_.valueOf(r_ + site_.args[i].slot, bits);
}

static std::optional<Place> placeAt(Core &core, uint64_t address) {
  const StepEnd before = core.end;
  Place place;
  if (core.resolve(address, 1, false, place))
    return place;
  core.end = before;
  core.fault.reset();
  return std::nullopt;
}

TermRef OpenCall::byte(uint64_t address) {
  std::optional<Place> place = placeAt(symbolic_.core_, address);
  if (!place)
    return nullptr;
  uint8_t known = 0;
  symbolic_.settleUnset(address, address + 1);
  symbolic_.core_.readPlace(*place, &known, 1);
  return symbolic_.bytesAt(address, &known, 1);
}

bool OpenCall::isSeen(uint64_t address) const {
  return symbolic_.core_.multi && symbolic_.core_.touchesShared(address, 1);
}

std::optional<bool> OpenCall::is(TermRef condition) {
  if (!condition->isConstant()) {
    // Asked before, on the way here.
    const std::vector<TermRef> &path = symbolic_.core_.state.shadows()->path;
    if (llvm::is_contained(path, condition))
      return true;
    if (llvm::is_contained(path, term::negate(condition)))
      return false;
  }
  const std::optional<uint64_t> value = symbolic_.decide(pc_, n_, condition, 2);
  return value ? std::optional(*value != 0) : std::nullopt;
}

bool OpenCall::settleBytes(uint64_t from, uint64_t to) {
  return symbolic_.fixBytes(pc_, n_, from, to);
}

uint64_t OpenCall::endOf(uint64_t address) const {
  const std::optional<Place> place = placeAt(symbolic_.core_, address);
  return place ? address - place->offset + place->size : address;
}

// Calls
// ------------------------------------------------------------------------------

/// The model reads bytes that depend on inputs, or is passed such a value.
bool Symbolic::needsOpening(const Model &model, const Opening &opening,
                            const CallSite &site, uint32_t callee,
                            const Insn *pc, uint64_t *r, uint64_t n) {
  for (size_t i = 0; i < site.args.size(); ++i)
    if (opening.terms >> i & 1 && isOpen(r + site.args[i].slot))
      return true;
  return model.takes != Takes::Bytes &&
         bytesToRead(model, site, callee, pc, r, n);
}

Symbolic::Executed Symbolic::callOpen(const Opening &opening,
                                      const CallSite &site, uint32_t callee,
                                      const Insn *pc, uint64_t *r, uint64_t n) {
  OpenCall open(*this, pc, n, site, r);
  if (!opening.settle(open))
    return {Way::Stop};
  std::vector<std::pair<size_t, TermRef>> lent;
  if (!findExample()) {
    core_.cutPath(pc, n,
                  "the solver gave up on a value that depends on an "
                  "input");
    return {Way::Stop};
  }
  auto inExample = [&](TermRef term) {
    return term::evaluate(
        term, [&](uint32_t input) { return example_.lookup(input); });
  };
  for (size_t i = 0; i < site.args.size(); ++i)
    if (uint64_t *slot = r + site.args[i].slot; isOpen(slot)) {
      lent.push_back({i, shadow(slot)});
      set(slot, term::constant(inExample(shadow(slot)), 64));
    }
  readsExample_ = true;
  const Core::After after = core_.callModel(pc, n, r, site, callee);
  readsExample_ = false;
  for (const auto &[i, term] : lent) {
    set(r + site.args[i].slot, term);
    // An example is no part of a state.
    if (after == Core::After::Stop && core_.end == StepEnd::Parked && i < 4)
      core_.state.ownThread(core_.current).pending.args[i] = 0;
  }
  if (after != Core::After::Next)
    return {after == Core::After::Stop ? Way::Stop : Way::Resume};
  clearSlots(r + pc->dst, site.resultSlots);
  if (open.filling)
    for (uint64_t i = 0; i < open.filled.second; ++i)
      setByte(open.filled.first + i, open.filling);
  if (open.result && site.resultSlots) {
    if (!open.result->hasUndefined && inExample(open.result) != r[pc->dst]) {
      core_.cutPath(pc, n,
                    "internal: the term of a library function's result "
                    "is not what it returned");
      return {Way::Stop};
    }
    set(r + pc->dst, open.result);
  }
  return {Way::Next};
}

} // namespace rbcheck
