//===- search/knowledge/HappensBefore.cpp - Which accesses are ordered ----===//
#include "search/knowledge/HappensBefore.h"

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

void HappensBefore::follow(const KnowledgeFlow &flow) {
  auto find = [&](const Knower &knower) -> Clock & {
    return knower.kind == Knower::Thread ? clockOf(uint32_t(knower.id))
                                         : others_[knower];
  };
  Clock from = find(flow.from);
  if (flow.isFromBytes)
    for (const auto &[knower, clock] : others_)
      if (knower.kind == Knower::Object &&
          knower.overlaps(flow.from.id, flow.from.size))
        join(from, clock);
  if (flow.replaces && flow.to.kind == Knower::Object)
    makeVoid({flow.to.id, flow.to.size, false});
  Clock &to = find(flow.to);
  if (flow.replaces)
    to.clear();
  join(to, from);
}

void HappensBefore::makeVoid(const Gone &gone) {
  std::erase_if(others_, [&](const auto &entry) {
    return entry.first.overlaps(gone.address, gone.size);
  });
  if (gone.isEnd)
    forget(gone);
}

void HappensBefore::compare(uint32_t thread, const Access &access,
                            Sink unordered) {
  const Clock &clock = threads_[thread];
  auto look = [&](const Touches &touches, uint64_t cell) {
    for (const Touch &earlier : touches)
      if (earlier.thread != thread && wouldRace(access, earlier.access) &&
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
void HappensBefore::forget(const Gone &life) {
  auto isOver = [&](const Touch &touch) {
    return touch.access.address < life.address + life.size &&
           life.address < touch.access.address + touch.access.size;
  };
  auto end = touched_.upper_bound((life.address + life.size - 1) >> kCellBits);
  for (auto at = touched_.lower_bound(life.address >> kCellBits); at != end;
       ++at)
    llvm::erase_if(at->second, isOver);
  llvm::erase_if(large_, isOver);
}

void HappensBefore::step(const OrderedStep &step, uint32_t tag,
                         Sink unordered) {
  const uint32_t thread = step.thread;
  clockOf(thread);
  for (const KnowledgeFlow &flow : step.taken)
    follow(flow);
  for (const Access &access : step.accesses)
    compare(thread, asCounted(access, step), unordered);
  for (const Access &access : step.accesses)
    remember({asCounted(access, step), thread, tag, threads_[thread][thread]});
  for (const Gone &gone : step.gone)
    if (!gone.isEnd)
      makeVoid(gone);
  for (const KnowledgeFlow &flow : step.given)
    follow(flow);
  for (const Gone &gone : step.gone)
    if (gone.isEnd)
      makeVoid(gone);
  ++threads_[thread][thread];
}

} // namespace rbcheck
