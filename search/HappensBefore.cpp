//===- search/HappensBefore.cpp - Which accesses are ordered --------------===//
#include "search/HappensBefore.h"

#include "llvm/ADT/STLExtras.h"

#include <array>

namespace rbcheck {

namespace {

constexpr uint64_t kCellBits = 3;
constexpr uint64_t kMostCells = 64; ///< of one access that is kept by cell

uint64_t firstCell(const Access &access) { return access.address >> kCellBits; }
uint64_t lastCell(const Access &access) {
  return (access.address + access.size - 1) >> kCellBits;
}
bool isLarge(const Access &access) {
  return lastCell(access) - firstCell(access) >= kMostCells;
}

bool isSection(Act act) {
  return act == Act::BeginAtomic || act == Act::EndAtomic;
}

/// Which way an operation on a synchronisation object hands clocks.
struct Way {
  bool receives = true, handsOver = true;
  bool isCertain = false; ///< that it does
};
Way wayOf(Act act) {
  switch (act) {
  case Act::Lock:
  case Act::Acquire:
    return {true, false, true};
  case Act::Unlock:
  case Act::Release:
    return {false, true, true};
  case Act::Wait:
  case Act::Barrier:
  case Act::Once:
  case Act::Guard:
  case Act::BeginAtomic:
  case Act::EndAtomic:
    return {true, true, true};
  case Act::None:
  case Act::Create:
  case Act::Join:
  case Act::EndThread:
  case Act::EndProcess:
  case Act::Detach:
  case Act::Init:
  case Act::Destroy:
  case Act::Signal:
  case Act::Broadcast:
  case Act::Choice:
  case Act::Yield:
  case Act::Sleep:
  case Act::Allocate:
  case Act::Free:
  case Act::Delete:
  case Act::DeleteArray:
    return {true, true, true};
  default:
    return {true, true, false};
  }
}

/// Of all that a step does.
Way wayOf(const Effects &effects) {
  Way way{true, true, true};
  for (const SyncEffect &sync : effects.sync) {
    const Way one = wayOf(sync.act);
    way.receives &= one.receives;
    way.handsOver &= one.handsOver;
    // Readers do not order each other, nor does a signal what it wakes; but
    // those who wait come back with their mutex.
    way.isCertain &= one.isCertain && sync.family != Family::ReadWrite;
  }
  return way;
}

/// Conditions order nothing by themselves.
bool isCondition(const Access &access, const Effects &effects) {
  return llvm::any_of(effects.sync, [&](const SyncEffect &sync) {
    return sync.family == Family::Cond && sync.object == access.address;
  });
}

} // namespace

void HappensBefore::join(Clock &into, const Clock &from) {
  if (into.size() < from.size())
    into.resize(from.size());
  for (size_t i = 0; i < from.size(); ++i)
    into[i] = std::max(into[i], from[i]);
}

HappensBefore::Clock &HappensBefore::clockOf(uint32_t thread) {
  if (threads_.size() <= thread)
    threads_.resize(thread + 1);
  Clock &clock = threads_[thread];
  if (clock.size() <= thread)
    clock.resize(thread + 1);
  if (!clock[thread])
    clock[thread] = 1;
  return clock;
}

void HappensBefore::receive(const OpenState &state, uint32_t thread,
                            const Effects &effects, bool isStore) {
  const Way way = wayOf(effects);
  isCertain_ &= way.isCertain;
  Clock &clock = clockOf(thread);
  for (const Access &access : effects.accesses)
    if (access.atomic && way.receives && !(isStore && access.write) &&
        !isCondition(access, effects))
      for (uint64_t cell = firstCell(access); cell <= lastCell(access); ++cell)
        if (auto found = cells_.find(cell); found != cells_.end())
          join(clock, found->second);
  for (const SyncEffect &sync : effects.sync) {
    if (isSection(sync.act))
      join(clock, sections_);
    receiveEnds(state, thread, sync);
  }
}

void HappensBefore::receiveEnds(const OpenState &state, uint32_t thread,
                                const SyncEffect &sync) {
  if (sync.act != Act::Join && sync.act != Act::TryJoin &&
      sync.act != Act::AskEnd)
    return;
  // Whichever it was, if that is not known.
  const bool isKnown = sync.act == Act::Join && sync.object &&
                       sync.object < threads_.size();
  isCertain_ &= isKnown;
  for (uint32_t id = 0; id < threads_.size(); ++id)
    if (id != thread && (!isKnown || id == sync.object) &&
        state.thread(id).s.status == ThreadStatus::Finished)
      join(threads_[thread], threads_[id]);
}

void HappensBefore::handOver(uint32_t thread, const Effects &effects,
                             bool isStore) {
  const Way way = wayOf(effects);
  const Clock &clock = clockOf(thread);
  for (const Access &access : effects.accesses)
    if (access.atomic && access.write && way.handsOver &&
        !isCondition(access, effects))
      for (uint64_t cell = firstCell(access); cell <= lastCell(access);
           ++cell) {
        if (isStore) // who reads it knows nothing of what it replaces
          cells_[cell].clear();
        join(cells_[cell], clock);
      }
  if (llvm::any_of(effects.sync, [](const SyncEffect &sync) {
        return isSection(sync.act);
      }))
    join(sections_, clock);
}

void HappensBefore::compare(uint32_t thread, const Access &access,
                            Sink unordered) {
  const Clock &clock = threads_[thread];
  auto look = [&](const Touches &touches, uint64_t cell) {
    for (const Touch &earlier : touches)
      if (earlier.thread != thread && areInConflict(access, earlier.access) &&
          (earlier.thread >= clock.size() ||
           clock[earlier.thread] < earlier.time) &&
          // Those of several cells once.
          cell == std::max(firstCell(access), firstCell(earlier.access)))
        unordered(access, earlier);
  };
  auto end = touched_.upper_bound(lastCell(access));
  for (auto at = touched_.lower_bound(firstCell(access)); at != end; ++at)
    look(at->second, at->first);
  for (const Touch &earlier : large_)
    look({earlier}, std::max(firstCell(access), firstCell(earlier.access)));
}

void HappensBefore::remember(const Touch &touch) {
  auto keep = [&](Touches &touches) {
    for (Touch &known : touches)
      if (known.thread == touch.thread && known.tag == touch.tag &&
          known.access.address == touch.access.address &&
          known.access.size == touch.access.size &&
          known.access.write == touch.access.write &&
          known.access.atomic == touch.access.atomic) {
        known.time = touch.time;
        return;
      }
    touches.push_back(touch);
  };
  if (isLarge(touch.access)) {
    keep(large_);
    return;
  }
  for (uint64_t cell = firstCell(touch.access); cell <= lastCell(touch.access);
       ++cell)
    keep(touched_[cell]);
}

/// Addresses of locals are used again.
void HappensBefore::forget(const Access &life) {
  auto isOver = [&](const Touch &touch) { return overlap(touch.access, life); };
  auto end = touched_.upper_bound(lastCell(life));
  for (auto at = touched_.lower_bound(firstCell(life)); at != end; ++at)
    llvm::erase_if(at->second, isOver);
  llvm::erase_if(large_, isOver);
}

void HappensBefore::step(const OpenState &state, uint32_t thread,
                         const Effects &effects, bool isStore, uint32_t tag,
                         Sink unordered) {
  clockOf(thread);
  receive(state, thread, effects, isStore);
  for (const Access &access : effects.accesses)
    if (!access.release)
      compare(thread, access, unordered);
  for (const Access &access : effects.accesses)
    if (!access.release)
      remember({access, thread, tag, threads_[thread][thread]});
  for (const Access &access : effects.accesses)
    if (access.release)
      forget(access);
  handOver(thread, effects, isStore);
  // Threads that the step made know what their maker knew.
  for (uint32_t id = uint32_t(threads_.size()); id < state.threadCount();
       ++id) {
    Clock maker = threads_[thread];
    join(clockOf(id), maker);
  }
  ++threads_[thread][thread];
}

/// Of each clock only matters which accesses it knows of, not how long the way
/// there was: times count as the number of remembered accesses up to them. So
/// loops come back to what was there before.
Hash128 HappensBefore::fingerprint() const {
  std::map<uint32_t, std::vector<uint32_t>> times;
  auto collect = [&](const Touches &touches) {
    for (const Touch &touch : touches)
      times[touch.thread].push_back(touch.time);
  };
  for (const auto &[cell, touches] : touched_)
    collect(touches);
  collect(large_);
  for (auto &[thread, all] : times) {
    llvm::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
  }
  auto rank = [&](uint32_t thread, uint32_t time) -> uint64_t {
    auto found = times.find(thread);
    return found == times.end() ? 0
                                : uint64_t(llvm::upper_bound(found->second, time) -
                                           found->second.begin());
  };
  std::vector<uint64_t> words = {isCertain_};
  auto addClock = [&](const Clock &clock) {
    for (uint32_t id = 0; id < clock.size(); ++id)
      if (uint64_t known = rank(id, clock[id]))
        words.insert(words.end(), {id + 1, known});
    words.push_back(0);
  };
  auto addTouches = [&](const Touches &touches) {
    // In whichever order they were made.
    std::vector<std::array<uint64_t, 3>> sorted;
    for (const Touch &touch : touches)
      sorted.push_back({touch.access.address,
                        uint64_t(touch.access.size) << 32 |
                            uint64_t(touch.access.write) << 1 |
                            uint64_t(touch.access.atomic) |
                            uint64_t(touch.thread) << 2,
                        uint64_t(touch.tag) << 32 |
                            rank(touch.thread, touch.time)});
    llvm::sort(sorted);
    words.push_back(sorted.size());
    for (const auto &one : sorted)
      words.insert(words.end(), one.begin(), one.end());
  };
  for (const Clock &clock : threads_)
    addClock(clock);
  for (const auto &[cell, clock] : cells_) {
    words.push_back(cell);
    addClock(clock);
  }
  addClock(sections_);
  for (const auto &[cell, touches] : touched_) {
    words.push_back(cell);
    addTouches(touches);
  }
  addTouches(large_);
  return hashBytes(words.data(), words.size() * sizeof(uint64_t), 0);
}

} // namespace rbcheck
