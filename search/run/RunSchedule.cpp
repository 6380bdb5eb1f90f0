//===- search/run/RunSchedule.cpp - The one schedule of --run -------------===//
#include "search/run/RunSchedule.h"

#include "interp/exec/Handlers.h"
#include "interp/exec/Handles.h"
#include "interp/exec/Sync.h"
#include "interp/roles/RwLockLayout.h"

#include "runtime/include/rbcheck_time.h"

namespace rbcheck {

namespace {

template <typename T>
bool readFrom(const OpenState &state, uint64_t address, T &value) {
  const Object *object = state.find(address);
  if (!object || address - object->base + sizeof(T) > object->size)
    return false;
  state.read(object, address - object->base, &value, sizeof(T));
  return true;
}

/// What a call reads as the time that it waits for, or null.
const Touch *timeOf(const Role &role) {
  for (const Touch &touch : role.touches)
    if (touch.argument >= 0 && touch.argument <= 3 && touch.size == kTimeBytes)
      return &touch;
  return nullptr;
}

/// The thread would have to wait until its time is up.
bool isAsleep(Machine &machine, uint32_t thread, const Role &role) {
  const ThreadNode &node = machine.state().thread(thread);
  switch (role.act) {
  case Act::Sleep:
    return true;
  case Act::TimedLock:
    if (RwLock lock; role.family == Family::ReadWrite &&
                     readFrom(machine.state(), node.pending.args[0], lock))
      return lock.isHeld();
    [[fallthrough]];
  case Act::TimedReadLock:
    return machine.ownerOf(role.family, node.pending.args[0]).has_value();
  case Act::TimedAcquire: {
    uint32_t value = 0;
    return readFrom(machine.state(), node.pending.args[0], value) && !value;
  }
  case Act::TimedWait:
    return node.s.phase == kWaiting;
  case Act::TryJoin: {
    const uint64_t handle = node.pending.args[0];
    for (uint32_t id = 0; timeOf(role) && id < machine.state().threadCount();
         ++id)
      if (handle == handleOf(id) && id != thread)
        return machine.state().thread(id).s.status != ThreadStatus::Finished;
    return false;
  }
  default:
    return false;
  }
}

/// Milliseconds that a sleep takes, or that are left until its end.
double lengthOf(Machine &machine, const Pending &pending, const Role &role) {
  constexpr double kUnknown = 1000;
  int64_t parts[2] = {};
  const Touch *time = timeOf(role);
  if (!time || !readFrom(machine.state(), pending.args[time->argument], parts))
    return kUnknown;
  const double length = double(parts[0]) * 1e3 + double(parts[1]) / 1e6;
  if (parts[0] < RB_TIME_START)
    return length;
  return length - double(RB_TIME_START) * 1e3 -
         double(machine.state().thread(0).s.clock & RB_TICK_MASK);
}

} // namespace

std::optional<double> RunSchedule::wakesAt(uint32_t thread) {
  if (sleeps_.size() <= thread)
    sleeps_.resize(thread + 1);
  Sleep &sleep = sleeps_[thread];
  const Pending &pending = machine_.state().thread(thread).pending;
  const Program &program = machine_.program();
  const Role *role =
      pending.kind == PendingKind::Model
          ? &allModels()[program.functions[pending.callee].model].role
          : nullptr;
  if (!role || !isAsleep(machine_, thread, *role)) {
    sleep.isOn = false;
    return std::nullopt;
  }
  const CodePlace place = machine_.place(thread);
  if (!sleep.isOn || sleep.place != place)
    sleep = {place, now_ + lengthOf(machine_, pending, *role), true};
  return sleep.until;
}

std::optional<Choice> RunSchedule::sentSignal() {
  std::optional<Choice> found;
  for (Choice choice : choices_) {
    if (found && found->thread != choice.thread)
      break;
    const std::optional<Interruption> with = machine_.interruption(choice);
    if (with && (!found || with->isInCall) &&
        !comesFromTimer(machine_, choice.thread, with->signal))
      found = choice;
  }
  return found;
}

std::optional<Choice> RunSchedule::next() {
  machine_.choices(choices_);
  if (choices_.empty())
    return std::nullopt;
  if (isRandom_)
    return choices_[rng_.below(uint32_t(choices_.size()))];
  if (std::optional<Choice> signal = sentSignal())
    return signal;
  std::optional<Choice> same, next, first, asleep;
  double least = 0;
  for (Choice choice : choices_) {
    const std::optional<Interruption> with = machine_.interruption(choice);
    const std::optional<double> until =
        with ? now_ + 1e12 : wakesAt(choice.thread);
    if (until) {
      // A timer's signal that comes so late finds the thread waiting.
      if (!asleep || *until < least ||
          (*until == least && with && with->isInCall)) {
        asleep = choice;
        least = *until;
      }
      continue;
    }
    if (choice.thread == current_ && !same)
      same = choice;
    if (!first)
      first = choice;
    if (choice.thread > current_ && !next)
      next = choice;
  }
  if (same && ++turn_ < kTurn)
    return same;
  // The thread waits, or had its turn: the next one, in a circle.
  turn_ = 0;
  if (!first) {
    now_ = std::max(now_, least < now_ + 1e12 ? least : now_);
    sleeps_.resize(std::max<size_t>(sleeps_.size(), asleep->thread + 1));
    sleeps_[asleep->thread].isOn = false;
    current_ = asleep->thread;
    return asleep;
  }
  const Choice chosen = next ? *next : *first;
  current_ = chosen.thread;
  return chosen;
}

} // namespace rbcheck
