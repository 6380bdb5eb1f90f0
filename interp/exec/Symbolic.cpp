//===- interp/exec/Symbolic.cpp - Shadows of a running thread, decisions --===//
#include "interp/exec/Symbolic.h"

#include "interp/exec/Ops.h"
#include "interp/exec/Reserve.h"
#include "interp/exec/Watches.h"
#include "interp/program/Liveness.h"
#include "interp/state/symbolic/Values.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

namespace {

size_t bytesOfShadows(const Core &core) {
  return size_t(core.regsEnd - core.regs) * sizeof(TermRef);
}

/// The input that the condition gives a value, if that is all it says.
TermRef inputOf(TermRef condition) {
  if (condition->op == TermOp::Input) // a truth value
    return condition;
  if (condition->op != TermOp::Eq)
    return nullptr;
  for (unsigned i = 0; i < 2; ++i)
    if (condition->args[i]->op == TermOp::Input &&
        condition->args[1 - i]->isConstant())
      return condition->args[i];
  return nullptr;
}

/// Packed frames, this one and those below it.
uint32_t framesFrom(const FrameNode *node) {
  uint32_t count = 0;
  for (; node; node = node->parent)
    ++count;
  return count;
}

uint64_t valueIn(TermRef condition) {
  if (condition->op == TermOp::Input)
    return 1;
  return condition->args[condition->args[0]->isConstant() ? 0 : 1]->value;
}

} // namespace

std::shared_ptr<const Program> shadowed(const Program &program) {
  auto copy = std::make_shared<Program>(program);
  for (Function &function : copy->functions) {
    computeLiveness(*copy, function, LiveAt::Decisions);
    for (Insn &insn : function.code)
      insn.op = asShadowed(insn.op);
  }
  return copy;
}

bool asksForInputs(const Program &program) {
  llvm::SmallVector<bool, 0> isAsking(program.functions.size());
  for (size_t i = 0; i < program.functions.size(); ++i) {
    const Function &function = program.functions[i];
    isAsking[i] = function.kind == FunctionKind::Model &&
                  allModels()[function.model].takes == Takes::Inputs;
  }
  for (const Function &function : program.functions)
    for (const Insn &insn : function.code)
      if (unwatched(insn.op) == Op::CallModel) {
        const CallSite &site = function.callSites[insn.c];
        if (isAsking[site.callee] && site.values.empty())
          return true;
      }
  return false;
}

Symbolic::Symbolic(Core &core, const Inputs &options)
    : core_(core), options_(options),
      solver_(options.makeSolver ? options.makeSolver() : nullptr) {
  regs_ = static_cast<TermRef *>(reserve(bytesOfShadows(core)));
  uses_.resize(core.program.functions.size());
}

Symbolic::~Symbolic() { munmap(regs_, bytesOfShadows(core_)); }

// Registers ---------------------------------------------------------------------

bool Symbolic::isOpen(const uint64_t *slot, uint32_t count) const {
  const size_t first = indexOf(slot);
  for (size_t i = first; i < first + count && i < highest_; ++i)
    if (regs_[i])
      return true;
  return false;
}

TermRef Symbolic::valueOf(const uint64_t *slot, unsigned bits) const {
  if (TermRef known = shadow(slot))
    return term::fit(known, bits);
  return term::constant(*slot, bits);
}

unsigned Symbolic::widthOf(const uint64_t *a, const uint64_t *b) const {
  auto bitsOf = [&](const uint64_t *slot) {
    if (TermRef known = shadow(slot))
      return unsigned(known->width);
    return *slot ? 64 - unsigned(__builtin_clzll(*slot)) : 1u;
  };
  return std::max(bitsOf(a), bitsOf(b));
}

void Symbolic::set(uint64_t *slot, TermRef term) {
  const size_t at = indexOf(slot);
  if (term->isConstant()) {
    *slot = term->value;
    if (at < highest_)
      regs_[at] = nullptr;
    return;
  }
  *slot = options_.placeholder;
  for (; highest_ <= at; ++highest_)
    regs_[highest_] = nullptr;
  regs_[at] = term;
}

void Symbolic::clearSlots(uint64_t *from, uint32_t count) {
  const size_t first = indexOf(from);
  for (size_t i = first; i < first + count && i < highest_; ++i)
    regs_[i] = nullptr;
}

/// The frame that was unpacked to `base` is the one above all of Core::below.
void Symbolic::unpackFrame(const Function &fn, uint64_t *base) {
  if (base == core_.regs)
    highest_ = 0;
  else
    clearSlots(base, fn.frameSlots);
  const uint32_t depth = framesFrom(core_.below.get());
  for (const RegisterShadow &shadow : core_.state.shadows()->registers)
    if (shadow.thread == core_.current && shadow.depth == depth)
      set(base + shadow.slot, shadow.term);
}

void Symbolic::pack() {
  uint32_t depth = framesFrom(core_.below.get());
  auto isOld = [&](const RegisterShadow &shadow) {
    return shadow.thread == core_.current && shadow.depth >= depth;
  };
  const bool had = llvm::any_of(core_.state.shadows()->registers, isOld);
  if (!had && !hasRegisters())
    return;
  std::vector<RegisterShadow> &all = core_.state.ownShadows().registers;
  llvm::erase_if(all, isOld);
  std::vector<RegisterShadow> mine;
  for (const Frame *frame = core_.bottom; frame <= core_.top;
       ++frame, ++depth) {
    const Function &fn = *frame->fn;
    const uint32_t at = fn.liveIndex[frame->pc - fn.code.data()];
    if (at == kNoLive)
      continue;
    const uint16_t *live = fn.livePool.data() + at + 1;
    for (uint32_t i = 0; i < fn.livePool[at]; ++i)
      if (TermRef term = shadow(frame->base + live[i]))
        mine.push_back({core_.current, depth, live[i], term});
  }
  auto at = llvm::find_if(all, [&](const RegisterShadow &shadow) {
    return shadow.thread > core_.current;
  });
  all.insert(at, mine.begin(), mine.end());
}

bool Symbolic::isOpenInParked(uint32_t thread, uint32_t slot) const {
  const uint32_t depth = framesFrom(core_.state.thread(thread).top->parent);
  return llvm::any_of(core_.state.shadows()->registers,
                      [&](const RegisterShadow &shadow) {
                        return shadow.thread == thread &&
                               shadow.depth == depth && shadow.slot == slot;
                      });
}

void Symbolic::endThread(uint32_t thread) {
  if (!core_.state.shadows()->registers.empty() ||
      !core_.state.shadows()->decisions.empty())
    core_.state.ownShadows().clearThread(thread);
  highest_ = 0;
  isReturning_ = false;
}

void Symbolic::normalise() {
  isReturning_ = false;
  if (options_.keepsAll)
    return;
  const Shadows &shadows = *core_.state.shadows();
  if (shadows.isEmpty() && shadows.path.empty() && !shadows.inputs)
    return;
  if (core_.state.ownShadows().normalise()) {
    // What is unpacked has the old numbers.
    core_.flushTlb();
    core_.dropThread();
    core_.loadedTop = nullptr;
  }
}

// Bytes -------------------------------------------------------------------------

bool Symbolic::hasBytes() const {
  const Shadows &shadows = *core_.state.shadows();
  return !shadows.bytes.empty() || !shadows.unset.empty();
}

bool Symbolic::hasBytesIn(uint64_t from, uint64_t n) const {
  const Shadows &shadows = *core_.state.shadows();
  return (!shadows.bytes.empty() &&
          !shadows.bytesIn(from, from + n).empty()) ||
         (!shadows.unset.empty() && shadows.hasUnset(from, from + n));
}

void Symbolic::forgetBytes(uint64_t from, uint64_t n) {
  if (hasBytesIn(from, n))
    core_.state.ownShadows().clearBytes(from, from + n);
}

void Symbolic::setByte(uint64_t address, TermRef term) {
  core_.state.ownShadows().setByte(address, term);
}

void Symbolic::image(TermRef value, uint8_t *bytes, unsigned count) const {
  for (unsigned i = 0; i < count; ++i) {
    const TermRef byte = term::extract(value, 8 * i, 8);
    bytes[i] = uint8_t(byte->isConstant() ? byte->value
                                          : options_.placeholder);
  }
}

void Symbolic::setBytes(uint64_t address, TermRef value, unsigned count) {
  for (unsigned i = 0; i < count; ++i)
    setByte(address + i, term::extract(value, 8 * i, 8));
}

Symbolic::Copied Symbolic::bytesIn(uint64_t from, uint64_t n) {
  settleUnset(from, from + n); // the same values in both places
  const Shadows &shadows = *core_.state.shadows();
  Shadows copied;
  copied.bytes = shadows.bytesIn(from, from + n).vec();
  copied.unset = shadows.unsetIn(from, from + n);
  if (core_.hasBuffered(core_.current)) // what is still to be written is known
    for (const BufferedStore &store :
         core_.state.weak()->buffer(core_.current))
      copied.clearBytes(store.address, store.address + store.bytes.size());
  return {std::move(copied.bytes), std::move(copied.unset)};
}

void Symbolic::placeBytes(uint64_t to, uint64_t from, uint64_t n,
                          const Copied &copied) {
  forgetBytes(to, n);
  for (const ByteShadow &byte : copied.bytes)
    setByte(byte.address - from + to, byte.term);
  for (UnsetRange range : copied.unset) {
    range.from = range.from - from + to;
    range.to = range.to - from + to;
    core_.state.ownShadows().addUnset(range);
  }
}

void Symbolic::placeSlots(uint64_t to, const uint64_t *slots, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i)
    if (shadow(slots + i)) {
      const TermRef value = valueOf(slots + i, 64);
      uint8_t bytes[8];
      image(value, bytes, 8);
      core_.writeBytes(to + 8 * i, bytes, 8);
      setBytes(to + 8 * i, value, 8);
    }
}

bool Symbolic::mayRead(uint64_t from, uint64_t n, bool isAhead) {
  if (readsExample_ || !hasBytesIn(from, n))
    return true;
  const std::optional<uint64_t> undefined =
      isAhead ? std::nullopt : undefinedIn(from, n);
  const bool isUnset = !isAhead && !reports() &&
                       core_.state.shadows()->hasUnset(from, from + n);
  if (!undefined && !isUnset && !hasInputsIn(from, n))
    return true;
  if (isProbing_) {
    probed_ = {from, from + n};
    return false;
  }
  if (undefined)
    blame(core_.top->pc, core_.count, *undefined);
  else
    core_.cutPath(core_.top->pc, core_.count,
                  "unsupported: a library function reads bytes that depend on "
                  "an input");
  return false;
}

void Symbolic::overlayExample(uint64_t from, void *bytes, uint64_t n) {
  if (!readsExample_)
    return;
  for (const ByteShadow &byte :
       core_.state.shadows()->bytesIn(from, from + n))
    static_cast<uint8_t *>(bytes)[byte.address - from] =
        uint8_t(term::evaluate(
            byte.term, [&](uint32_t input) { return example_.lookup(input); }));
}

// Inputs --------------------------------------------------------------------------

uint64_t Core::takeInput(unsigned bits) {
  std::vector<uint32_t> &taken = state.ownShadows().taken;
  if (taken.size() <= current)
    taken.resize(current + 1);
  const uint32_t number = taken[current]++;
  for (const InputValue &input : options.inputs->given)
    if (input.thread == current && input.number == number)
      return truncate(input.value, bits);
  return 0;
}

bool Core::placeInputs(uint64_t address, uint64_t size, llvm::StringRef name) {
  for (uint64_t i = 0; i < size; ++i) {
    const bool isOpen = areOpen(options.inputs.get());
    const uint8_t byte = isOpen ? uint8_t(options.inputs->placeholder)
                                : uint8_t(takeInput(8));
    if (!writeBytes(address + i, &byte, 1))
      return false;
    if (isOpen)
      symbolic->setByte(
          address + i,
          symbolic->makeInput(8, (name + "[" + llvm::Twine(i) + "]").str()));
  }
  return true;
}

TermRef Symbolic::makeInput(unsigned bits, llvm::StringRef name) {
  Shadows &shadows = core_.state.ownShadows();
  if (options_.keepsAll) {
    const uint32_t thread = core_.current;
    if (shadows.taken.size() <= thread)
      shadows.taken.resize(thread + 1);
    made_.resize(shadows.inputs);
    made_.push_back(
        {thread, shadows.taken[thread]++, name.str(), uint8_t(bits), 0});
  }
  return term::input(shadows.inputs++, bits);
}

std::optional<std::vector<InputValue>> Symbolic::findInputs() {
  Assignment values;
  if (solver_->isPossible(core_.state.shadows()->path, &values) !=
      Solver::Answer::Yes)
    return std::nullopt;
  std::vector<InputValue> out(made_.begin(),
                              made_.begin() + core_.state.shadows()->inputs);
  for (size_t i = 0; i < out.size(); ++i)
    out[i].value = values.lookup(uint32_t(i));
  llvm::sort(out, [](const InputValue &a, const InputValue &b) {
    return std::tie(a.thread, a.number) < std::tie(b.thread, b.number);
  });
  return out;
}

// Decisions -----------------------------------------------------------------------

void Symbolic::park(const Insn *pc, uint64_t n, TermRef term,
                    std::vector<uint64_t> values) {
  Shadows &shadows = core_.state.ownShadows();
  shadows.endDecision(core_.current);
  shadows.decisions.push_back({core_.current, term, std::move(values)});
  core_.park(pc, n, PendingKind::Decide).isPlain = true;
}

bool Symbolic::resume(const Insn *pc, uint64_t n) {
  resumed_.reset();
  if (n != core_.visibleAt)
    return true;
  const Decision *chosen = core_.state.shadows()->decisionOf(core_.current);
  if (!chosen)
    return true;
  const auto [of, value] =
      std::pair(chosen->term, chosen->values[core_.choice]);
  core_.state.ownShadows().endDecision(core_.current);
  // The instruction itself was not chosen yet.
  core_.visibleAt = ~0ull;
  hasDecided_ = true;
  if (!isStillPossible(of, value)) {
    core_.stopAt(pc, n);
    core_.end = StepEnd::Abandoned;
    return false;
  }
  // It holds from here on, in whatever form the instruction asks for it again.
  commit(of, value);
  resumed_ = {of, value};
  return true;
}

std::optional<uint64_t> Symbolic::decide(const Insn *pc, uint64_t n,
                                         TermRef of, uint32_t limit) {
  if (of->isConstant())
    return of->value;
  if (of->hasUndefined) {
    blame(pc, n, term::originOf(of));
    return std::nullopt;
  }
  if (resumed_ && resumed_->first == of)
    return resumed_->second;
  const ValueSet found =
      possibleValues(*solver_, core_.state.shadows()->path, of, limit);
  if (!found.isKnown) {
    core_.cutPath(pc, n, "the solver gave up on a value that depends on an "
                         "input");
    return std::nullopt;
  }
  if (found.values.empty()) { // cannot be: the path is possible
    core_.cutPath(pc, n, "internal: no value is possible");
    return std::nullopt;
  }
  if (!found.isComplete)
    addTo(core_.approximations,
          {ApproximationKind::InputValues, "",
           "--symbolic-values=" + std::to_string(options_.mostValues),
           core_.placeOf(pc)});
  if (found.values.size() == 1) {
    commit(of, found.values[0]);
    return found.values[0];
  }
  park(pc, n, of, {found.values.begin(), found.values.end()});
  return std::nullopt;
}

bool Symbolic::findExample() {
  example_.clear();
  const std::vector<TermRef> &path = core_.state.shadows()->path;
  return path.empty() ||
         solver_->isPossible(path, &example_) == Solver::Answer::Yes;
}

bool Symbolic::followsFromPath(llvm::ArrayRef<TermRef> conditions) {
  for (TermRef condition : conditions) {
    std::vector<TermRef> against = core_.state.shadows()->path;
    if (llvm::is_contained(against, condition))
      continue;
    against.push_back(term::negate(condition));
    if (solver_->isPossible(against) != Solver::Answer::No)
      return false;
  }
  return true;
}

bool Symbolic::isStillPossible(TermRef of, uint64_t value) {
  std::vector<TermRef> conditions = core_.state.shadows()->path;
  conditions.push_back(term::binary(TermOp::Eq, of,
                                    term::constant(value, of->width)));
  return solver_->isPossible(conditions) != Solver::Answer::No;
}

void Symbolic::commit(TermRef of, uint64_t value) {
  const TermRef known = term::constant(value, of->width);
  const TermRef condition = term::binary(TermOp::Eq, of, known);
  const TermRef opposite = of->width == 1 ? term::negate(of) : nullptr;
  const TermRef input = inputOf(condition);
  Shadows &shadows = core_.state.ownShadows();
  shadows.assume(condition);
  auto with = [&](TermRef part) -> TermRef {
    if (part == of)
      return known;
    if (part == opposite)
      return term::negate(known);
    if (part == input)
      return term::constant(valueIn(condition), part->width);
    return nullptr;
  };
  shadows.replace(with, false);
  if (input && !options_.keepsAll)
    shadows.replace(
        [&](TermRef part) {
          return part == input
                     ? term::constant(valueIn(condition), part->width)
                     : nullptr;
        },
        true);
  // Where a value is known now it is an ordinary one.
  std::vector<ByteShadow> found;
  for (const ByteShadow &byte : shadows.bytes)
    if (byte.term->isConstant())
      found.push_back(byte);
  for (const ByteShadow &byte : found) {
    Place place;
    place.object = core_.state.find(byte.address);
    place.offset = byte.address - place.object->base;
    place.size = place.object->size;
    const uint8_t bits = uint8_t(byte.term->value);
    core_.writePlace(place, &bits, 1); // forgets the shadow
  }
  for (size_t i = 0; i < highest_; ++i)
    if (regs_[i])
      set(core_.regs + i, term::replace(regs_[i], with));
}

bool Symbolic::fix(const Insn *pc, uint64_t n, uint64_t *slot,
                   uint32_t count) {
  for (uint32_t i = 0; i < count; ++i)
    if (TermRef known = shadow(slot + i)) {
      const std::optional<uint64_t> value = decide(pc, n, known);
      if (!value)
        return false;
      set(slot + i, term::constant(*value, 64));
    }
  return true;
}

bool Symbolic::fixBytes(const Insn *pc, uint64_t n, uint64_t from,
                        uint64_t to) {
  if (const std::optional<uint64_t> origin = undefinedIn(from, to - from)) {
    blame(pc, n, *origin);
    return false;
  }
  settleUnset(from, to);
  while (true) {
    auto isOnItsWay = [&](const ByteShadow &byte) {
      return core_.isOnItsWay(core_.current, byte.address);
    };
    const llvm::ArrayRef<ByteShadow> open =
        core_.state.shadows()->bytesIn(from, to).drop_while(isOnItsWay);
    if (open.empty())
      return true;
    // All of a value at once where its bytes lie together.
    llvm::SmallVector<TermRef, 8> bytes = {open[0].term};
    TermRef whole = open[0].term;
    for (size_t i = 1; i < open.size() && i < 8; ++i) {
      if (open[i].address != open[i - 1].address + 1 || isOnItsWay(open[i]))
        break;
      bytes.push_back(open[i].term);
      whole = term::concat(open[i].term, whole);
    }
    const std::optional<uint64_t> value = decide(pc, n, whole);
    if (!value)
      return false;
    for (size_t i = 0; i < bytes.size(); ++i)
      if (!bytes[i]->isConstant())
        commit(bytes[i], *value >> (8 * i) & 0xff);
  }
}

} // namespace rbcheck
