//===- search/HappensBefore.cpp - Which accesses of an execution are ordered =//
#include "search/HappensBefore.h"

#include "llvm/ADT/STLExtras.h"

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
bool seesEnds(Act act) {
  return act == Act::Join || act == Act::TryJoin || act == Act::AskEnd;
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
                            const Effects &effects) {
  Clock &clock = clockOf(thread);
  for (const Access &access : effects.accesses)
    for (uint64_t cell = firstCell(access);
         access.atomic && cell <= lastCell(access); ++cell)
      if (auto found = cells_.find(cell); found != cells_.end())
        join(clock, found->second);
  for (const SyncEffect &sync : effects.sync) {
    if (isSection(sync.act))
      join(clock, sections_);
    // Whichever thread it was that ended.
    for (uint32_t id = 0; seesEnds(sync.act) && id < threads_.size(); ++id)
      if (id != thread &&
          state.thread(id).s.status == ThreadStatus::Finished)
        join(clock, threads_[id]);
  }
}

void HappensBefore::handOver(uint32_t thread, const Effects &effects) {
  Clock &clock = clockOf(thread);
  for (const Access &access : effects.accesses)
    for (uint64_t cell = firstCell(access);
         access.atomic && access.write && cell <= lastCell(access); ++cell)
      join(cells_[cell], clock);
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
                         const Effects &effects, uint32_t tag,
                         Sink unordered) {
  clockOf(thread);
  receive(state, thread, effects);
  for (const Access &access : effects.accesses)
    if (!access.release)
      compare(thread, access, unordered);
  for (const Access &access : effects.accesses)
    if (!access.release)
      remember({access, thread, tag, threads_[thread][thread]});
  for (const Access &access : effects.accesses)
    if (access.release)
      forget(access);
  handOver(thread, effects);
  // Threads that the step made know what their maker knew.
  for (uint32_t id = uint32_t(threads_.size()); id < state.threadCount();
       ++id) {
    Clock maker = threads_[thread];
    join(clockOf(id), maker);
  }
  ++threads_[thread][thread];
}

} // namespace rbcheck
