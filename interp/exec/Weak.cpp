//===- interp/exec/Weak.cpp - Executing atomics as C11 has them -----------===//
//
// With MemoryModel::C11 an atomic access to shared memory may go on in several
// ways: which message it reads, at which place it stores, and whether a seq_cst
// operation comes late in their order. These are alternatives of the thread,
// like any data choice; the first one is what sequential consistency would do.
// What the rules are is in interp/state/weak/WeakMemory.h and
// docs/memory-models.md.
//
// Plain accesses read program memory, which holds the last messages: whoever is
// not ordered with them races, and that is an error. Objects that one thread
// alone can reach have no records and no history. When others come to reach
// one, a record stands for all that its thread did to it, as if it had done so
// just now: nothing is missed, but a race with such a record may be none, so
// the search begins again without local objects (StepEnd::NotLocal).
//
// Tested by test/memory-model.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Core.h"
#include "interp/exec/Flows.h"
#include "interp/exec/Handles.h"
#include "interp/exec/Sync.h"
#include "interp/exec/Watches.h"

namespace rbcheck {

namespace {

SyncObject syncObjectOf(const Knower &knower) {
  return {knower.id, knower.size, uint32_t(knower.kind)};
}

} // namespace

OrderTouch Core::orderTouch(const Insn &insn) const {
  const bool isSeqCst =
      orderOf(insn.c).isSeqCst ||
      (unwatched(insn.op) == Op::CmpXchg && failureOrderOf(insn.c).isSeqCst);
  return !isSeqCst                  ? OrderTouch::None
         : weakFacts.lateOperations ? OrderTouch::Writes
         : weakFacts.seqCstFences   ? OrderTouch::Reads
                                    : OrderTouch::None;
}

WeakFacts Core::factsOf(const Program &program, uint32_t history) {
  WeakFacts facts{false, false, false, false, history};
  for (const Function &function : program.functions)
    for (const Insn &insn : function.code)
      if (insn.op == Op::Fence) {
        const AtomicOrder order = orderOf(insn.c);
        facts.acquireFences |= order.acquires;
        facts.releaseFences |= order.releases;
        facts.seqCstFences |= order.isSeqCst;
      }
  const AtomicOrders &orders = program.orders;
  const bool isMixed = orders.mixedElsewhere ||
                       llvm::any_of(program.globals, [](const Global &one) {
                         return one.mixedOrders;
                       });
  facts.lateOperations =
      orders.hasSeqCst &&
      !(orders.allReadsAcquire && orders.allWritesRelease && !isMixed);
  return facts;
}

/// The global variable that holds an address, or null.
static const Global *globalOf(const Program &program, uint64_t address) {
  return regionOf(address) == RegionKind::Global
             ? program.globalAt(globalIndexOf(address))
             : nullptr;
}

bool Core::isMixedAt(uint64_t address) const {
  const Global *global = globalOf(original, address);
  return global ? global->mixedOrders : original.orders.mixedElsewhere;
}

bool Core::isAtomicOnly(uint64_t address) const {
  const Global *global = globalOf(original, address);
  return global && !global->plainAccess;
}

// Atomic accesses -------------------------------------------------------------

void Core::weakWays(uint32_t thread, const AtomicAct &act,
                    llvm::SmallVectorImpl<AtomicWay> &out) {
  out.clear();
  const WeakMemory &weak = *state.weak();
  if (act.kind == AtomicAct::Fence) {
    out.push_back({});
    if (act.order.isSeqCst && weak.canFenceLate(thread))
      out.push_back({{0, true}});
    return;
  }
  bool clashes = false;
  const std::optional<uint32_t> cell =
      weak.findCell(act.address, act.size, clashes);
  if (clashes) {
    out.push_back({}); // the last messages, or executing it will tell
    return;
  }
  const auto waysTo = [&](bool stores, AtomicOrder order, bool isUpdate) {
    llvm::SmallVector<WeakWay, 8> ways;
    if (cell && stores)
      weak.storeWays(thread, *cell, order, ways);
    else if (cell)
      weak.readWays(thread, *cell, order, isUpdate, ways);
    else
      ways.push_back({stores, false});
    if (!cell && order.isSeqCst && weak.canAccessLate(thread))
      ways.push_back({stores, true});
    return ways;
  };
  if (act.kind != AtomicAct::Exchange) {
    for (const WeakWay &way : waysTo(act.kind == AtomicAct::Store, act.order,
                                     act.kind == AtomicAct::Update))
      out.push_back({way});
    return;
  }
  CellValue memory = 0;
  if (const Object *object = state.find(act.address); object && !cell)
    state.read(object, act.address - object->base, &memory, act.size);
  const auto isEqual = [&](const WeakWay &way) {
    return (cell ? weak.message(*cell, way.at).value : memory) == act.expected;
  };
  for (const WeakWay &way : waysTo(false, act.order, true))
    if (isEqual(way))
      out.push_back({way});
  llvm::SmallVector<AtomicWay, 4> spurious;
  for (const WeakWay &way : waysTo(false, act.failure, false)) {
    if (!isEqual(way))
      out.push_back({way, true});
    else if (act.isWeak && options.spurious)
      spurious.push_back({way, true, true});
  }
  // The ordinary way is the one with the last message.
  llvm::sort(out, [](const AtomicWay &a, const AtomicWay &b) {
    return a.way.isLate != b.way.isLate ? b.way.isLate : a.way.at > b.way.at;
  });
  out.append(spurious.begin(), spurious.end());
}

std::optional<unsigned> Core::countWeakWays(uint32_t thread) {
  std::optional<AtomicAct> act = atomicOfParked(thread);
  if (!act)
    return std::nullopt;
  llvm::SmallVector<AtomicWay, 8> ways;
  weakWays(thread, *act, ways);
  return unsigned(ways.size());
}

bool Core::executeWeakly(const Insn *pc, uint64_t n, const AtomicAct &act,
                         Place &place, AtomicResult &result) {
  llvm::SmallVector<AtomicWay, 8> ways;
  weakWays(current, act, ways);
  const AtomicWay &taken =
      ways[n == visibleAt && choice < ways.size() ? choice : 0];
  WeakMemory &weak = state.ownWeak();
  bool clashes = false;
  std::optional<uint32_t> cell = weak.findCell(act.address, act.size, clashes);
  const bool isWide = clashes && act.kind == AtomicAct::Load &&
                      weak.coversCells(act.address, act.size);
  if (clashes && !isWide) {
    cutPath(pc, n, "atomics of different size on the same bytes");
    return false;
  }
  const bool reads = act.kind != AtomicAct::Store;
  const bool writes = act.kind != AtomicAct::Load && !taken.fails;
  const AtomicOrder order = taken.fails ? act.failure : act.order;
  CellValue memory = 0;
  readPlace(place, &memory, act.size);
  result.old = cell && reads ? weak.message(*cell, taken.way.at).value : memory;
  if (cell && reads)
    weak.read(current, *cell, taken.way.at, order);
  if (isWide)
    weak.readCells(current, act.address, act.size, order);
  // The library's own objects, which code looks into: guards of local statics.
  if (reads && order.acquires)
    weak.learnFromBytes(current, act.address, act.size);
  if (order.isSeqCst)
    weak.countSeqCst(current, false, taken.way.isLate);
  if (!isAtomicOnly(act.address)) {
    Access access = {act.address, act.size, false, true, false};
    if (reads && racesWithRecord(pc, n, access))
      return false;
    access.write = true;
    if (writes && racesWithRecord(pc, n, access))
      return false;
  }
  result.exchanged = writes;
  if (!writes)
    return true;
  const CellValue value =
      act.kind == AtomicAct::Update
          ? applyRmw(act.op, result.old, act.operand, act.size)
          : act.operand;
  if (!cell)
    cell = weak.openCell(act.address, act.size, memory, isMixedAt(act.address));
  // What is published with it is shared before anybody can know.
  if (options.locality)
    for (uint32_t at = 0; at + 8 <= act.size; at += 8)
      share(uint64_t(value >> (8 * at)));
  const uint32_t to = taken.way.at + reads;
  const bool isLast = to == weak.cell(*cell).count;
  Message message;
  message.value = lowBytes(value, act.size);
  message.isSeqCst = order.isSeqCst;
  message.thread = uint16_t(current);
  message.place = placeNumber(pc);
  weak.write(current, *cell, to, message, order, reads);
  if (isLast)
    writePlace(place, &message.value, act.size);
  return true;
}

std::optional<WeakStep> MachineQuestions::weakStep(Choice choice) {
  Core &core = *core_;
  if (core.hasBuffered(choice.thread) &&
      choice.value == core.flushChoice(choice.thread)) {
    const BufferedStore &store =
        core.state.weak()->buffer(choice.thread).front();
    WeakStep step;
    step.writes = step.isFlush = true;
    step.address = store.address;
    step.size = uint32_t(store.bytes.size());
    return step;
  }
  const std::optional<uint16_t> way = core.meaningOf(choice).ofOperation;
  if (!core.isWeak() || !core.multi || !way)
    return std::nullopt;
  std::optional<AtomicAct> act = core.atomicOfParked(choice.thread);
  if (!act)
    return std::nullopt;
  llvm::SmallVector<AtomicWay, 8> ways;
  core.weakWays(choice.thread, *act, ways);
  if (*way >= ways.size())
    return std::nullopt;
  const AtomicWay &taken = ways[*way];
  WeakStep step;
  step.reads = act->kind != AtomicAct::Store && act->kind != AtomicAct::Fence;
  step.writes = act->kind != AtomicAct::Load && act->kind != AtomicAct::Fence &&
                !taken.fails;
  step.isLate = taken.way.isLate;
  step.address = act->address;
  step.size = act->size;
  const WeakMemory &weak = *core.state.weak();
  bool clashes = false;
  std::optional<uint32_t> cell =
      weak.findCell(act->address, act->size, clashes);
  if (act->kind == AtomicAct::Fence)
    return step;
  CellValue old = 0;
  if (cell && step.reads)
    old = weak.message(*cell, taken.way.at).value;
  else if (const Object *object = core.state.find(act->address); object)
    core.state.read(object, act->address - object->base, &old, act->size);
  if (step.writes)
    step.written =
        uint64_t(act->kind == AtomicAct::Update
                     ? applyRmw(act->op, old, act->operand, act->size)
                     : act->operand);
  if (!cell)
    return step;
  const auto writeAt = [&](uint32_t index) {
    const Message &message = weak.message(*cell, index);
    WeakWrite write;
    write.value = uint64_t(message.value);
    write.isKnown = message.place != kNoPlace;
    write.thread = message.thread;
    write.place = Core::placeOfNumber(message.place);
    return write;
  };
  const uint32_t first = taken.way.at + (step.reads ? 1 : 0);
  if (step.reads)
    step.read = writeAt(taken.way.at);
  for (uint32_t i = first; i < weak.cell(*cell).count; ++i)
    step.newer.push_back(writeAt(i));
  return step;
}

bool Core::fenceWeakly(const Insn *pc, uint64_t n) {
  const AtomicOrder order = orderOf(pc->c);
  if (order.isSeqCst && n != visibleAt && !isInSection()) {
    park(pc, n, PendingKind::Pause).order = OrderTouch::Writes;
    return false;
  }
  if (!order.acquires && !order.releases)
    return true;
  WeakMemory &weak = state.ownWeak();
  if (order.isSeqCst) {
    weak.seqCstFence(current, n == visibleAt && choice != 0);
    return true;
  }
  if (order.acquires)
    weak.acquireFence(current);
  if (order.releases)
    weak.releaseFence(current);
  return true;
}

// What library calls order ----------------------------------------------------

void Core::learn(const CallFlows &flows, const Role &role) {
  const ActFlow how = flowOf(role.act);
  const bool isSection =
      how == ActFlow::SectionBegin || how == ActFlow::SectionEnd;
  if (flows.taken.empty() && flows.given.empty() && flows.gone.empty() &&
      !isSection)
    return;
  WeakMemory &weak = state.ownWeak();
  for (const KnowledgeFlow &flow : flows.taken)
    if (flow.from.kind == Knower::Thread)
      weak.learnFromThread(uint32_t(flow.to.id), uint32_t(flow.from.id));
    else
      weak.learnFromObject(uint32_t(flow.to.id), syncObjectOf(flow.from));
  for (const KnowledgeFlow &flow : flows.given)
    if (flow.to.kind == Knower::Thread)
      weak.learnFromThread(uint32_t(flow.to.id), uint32_t(flow.from.id));
    else
      weak.teachObject(uint32_t(flow.from.id), syncObjectOf(flow.to));
  for (const Gone &gone : flows.gone)
    weak.forgetObjects(gone.address, gone.address + gone.size);
  if (how == ActFlow::SectionBegin)
    weak.learnFromObject(current, syncObjectOf(sectionKnower()));
  if (how == ActFlow::SectionEnd)
    weak.teachObject(current, syncObjectOf(sectionKnower()));
}

// States ----------------------------------------------------------------------

/// The thread that a parked one waits for in a join.
static uint32_t joinedBy(Core &m, uint32_t thread) {
  const Pending &pending = m.state.thread(thread).pending;
  if (pending.kind != PendingKind::Model || m.cancelThread ||
      m.hasInterrupts() ||
      m.modelOf(pending).role.act != Act::Join)
    return thread;
  ModelCall call = m.pendingCall(thread);
  return threadOfHandle(call, pending.args[0]).value_or(thread);
}

void Core::normaliseWeak() {
  if (state.scalars().exited)
    return;
  WeakMemory &weak = state.ownWeak();
  llvm::SmallVector<WeakMemory::Live, 8> live;
  for (uint32_t id = 0; id < state.threadCount(); ++id) {
    const ThreadScalars &s = state.thread(id).s;
    if (s.status != ThreadStatus::Finished)
      live.push_back({id, joinedBy(*this, id)});
    else if (s.joined || s.detached)
      weak.forgetThread(id);
  }
  if (!weak.normalise(live))
    addTo(approximations, {ApproximationKind::History,
                           "",
                           "--history=" + std::to_string(options.history),
                           {},
                           false});
}

} // namespace rbcheck
