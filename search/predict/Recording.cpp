//===- search/predict/Recording.cpp - One execution as a list of events ---===//
#include "search/predict/Recording.h"

#include "search/reduce/Operations.h"

#include "interp/exec/Model.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

namespace {

/// The lock that a pending call is about, besides its object: that of a wait.
std::optional<uint64_t> mutexOf(const Machine &machine, uint32_t thread) {
  const Pending &pending = machine.state().thread(thread).pending;
  if (pending.kind != PendingKind::Model)
    return std::nullopt;
  const Function &callee = machine.program().functions[pending.callee];
  const Role &role = allModels()[callee.model].role;
  if (role.mutex < 0)
    return std::nullopt;
  return pending.args[role.mutex];
}

/// An atomic store, which looks at nothing; what else writes atomically may.
bool isStore(const Machine &machine, CodePlace place) {
  return machine.program().functions[place.function].code[place.pc].op ==
         Op::AtomicStore;
}

} // namespace

/// Under weak memory models a load may see other writes than the last one: the
/// order of all that the models follow is kept.
AccessWay Recorder::wayOf(const RecordedEvent &event,
                          const Access &access) const {
  if (access.release || access.address == kOrderAddress || event.isBarrier)
    return AccessWay::Ordered;
  for (const Held &each : held_)
    if (each.isExact && access.address == each.lock && access.atomic)
      return AccessWay::Lock;
  switch (ctx_.machine().options().memory) {
  case MemoryModel::Tso:
    return AccessWay::Ordered;
  case MemoryModel::C11:
    return access.atomic ? AccessWay::Ordered : AccessWay::Value;
  case MemoryModel::Sc:
    return AccessWay::Value;
  }
  llvm_unreachable("covered switch");
}

/// `isLate`: they belong to the step, but were not pending.
void Recorder::addAccesses(RecordedEvent &event, const Effects &effects,
                           bool isLate) {
  Machine &machine = ctx_.machine();
  for (const Access &access : effects.accesses) {
    RecordedAccess one;
    one.access = access;
    one.reads =
        !access.write || (access.atomic && !isStore(machine, event.place));
    one.hasBytes =
        !isLate && access.size <= RecordedAccess::kMostBytes &&
        machine.peekBytes(access.address, one.before.data(), access.size);
    event.accesses.push_back(one);
  }
}

/// Who owns what the step is about, before and behind it.
void Recorder::noteLocks(RecordedEvent &event, uint32_t thread, bool isBehind) {
  Machine &machine = ctx_.machine();
  for (Held &each : held_) {
    const std::optional<uint32_t> now = machine.ownerOf(each.family, each.lock);
    if (!isBehind) {
      each.before = now;
      continue;
    }
    const bool had = each.before == thread, has = now == thread;
    each.isExact = had || has;
    if (had != has)
      event.locks.push_back({each.lock, has});
  }
}

Step Recorder::walk(OpenNode &at, Choice choice) {
  SearchNode &node = at.node;
  Machine &machine = ctx_.machine();
  if (!machine.state().isAt(node.state))
    machine.load(node.state);
  if (recording_.events.size() % Recording::kEvery == 0)
    recording_.nodes.push_back({SearchContext::again(node), at.choices});
  RecordedEvent event;
  event.choice = choice;
  event.place = machine.place(choice.thread);
  Effects effects = machine.effects(choice.thread);
  event.isHidden = node.state.thread(choice.thread).s.atomicDepth != 0;
  addSection(effects, node.state.thread(choice.thread));
  held_.clear();
  for (const SyncEffect &sync : effects.sync)
    if (isLock(sync.family)) {
      held_.push_back({sync.family, sync.object, std::nullopt});
      if (takesLock(sync.act) && !isForReading(sync.act))
        event.wants = sync.object;
    }
  if (std::optional<uint64_t> mutex = mutexOf(machine, choice.thread))
    held_.push_back({Family::Mutex, *mutex, std::nullopt});
  noteLocks(event, choice.thread, false);
  event.isBarrier =
      concernsAll(effects) || machine.interruption(choice).has_value();
  addAccesses(event, effects, false);
  event.firstNew = machine.state().threadCount();

  Effects more;
  ctx_.collectEffects(&more);
  Step step = ctx_.walk(node, choice);
  ctx_.collectEffects(nullptr);

  event.threads = event.firstNew;
  const bool isThere = step.after == After::Explore;
  if (isThere) {
    if (!machine.state().isAt(step.node.state))
      machine.load(step.node.state);
    event.threads = machine.state().threadCount();
    noteLocks(event, choice.thread, true);
  }
  addAccesses(event, more, true);
  for (RecordedAccess &each : event.accesses) {
    each.way = wayOf(event, each.access);
    each.hasBytes = each.hasBytes && isThere &&
                    machine.peekBytes(each.access.address, each.behind.data(),
                                      each.access.size);
  }
  effects.sync.append(more.sync.begin(), more.sync.end());
  event.isBarrier |= concernsAll(effects);
  if (actsBesideMemory(effects))
    event.sync.assign(effects.sync.begin(), effects.sync.end());
  recording_.events.push_back(std::move(event));
  ++recording_.made;
  return step;
}

void Recorder::end(const SearchNode &last) {
  if (!last.state)
    return;
  Machine &machine = ctx_.machine();
  machine.load(last.state);
  for (uint32_t thread = 0; thread < last.state.threadCount(); ++thread) {
    if (last.state.thread(thread).pending.kind == PendingKind::None)
      continue;
    RecordedEvent event;
    event.isOpen = true;
    event.choice = {uint16_t(thread), 0};
    event.place = machine.place(thread);
    event.firstNew = event.threads = last.state.threadCount();
    addAccesses(event, machine.effects(thread), true);
    recording_.events.push_back(std::move(event));
  }
}

} // namespace rbcheck
