//===- search/predict/Relations.cpp - What another order has to keep ------===//
#include "search/predict/Relations.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace rbcheck {

Relations::Relations(const Recording &recording) : recording_(recording) {
  listThreads();
  cutMemory();
  if (isTooLarge_)
    return;
  findSources();
  findSections();
  for (const SharedCell &cell : cells_)
    orderByMemory(cell);
  orderBesideMemory();
  if (!isTooLarge_)
    countClocks();
}

void Relations::listThreads() {
  uint32_t threads = 1;
  for (const RecordedEvent &each : recording_.events)
    threads = std::max({threads, each.threads, each.choice.thread + 1u});
  byThread_.resize(threads);
  births_.assign(threads, kNoEvent);
  for (uint32_t e = 0; e < size(); ++e) {
    positions_.push_back(uint32_t(byThread_[threadOf(e)].size()));
    byThread_[threadOf(e)].push_back(e);
    for (uint32_t id = event(e).firstNew; id < event(e).threads; ++id)
      births_[id] = e;
  }
  befores_.resize(size());
  touched_.resize(size());
}

/// Cells between all borders of accesses; then those that nobody shares go.
void Relations::cutMemory() {
  std::vector<uint64_t> borders;
  for (const RecordedEvent &event : recording_.events)
    for (const RecordedAccess &each : event.accesses) {
      borders.push_back(each.access.address);
      borders.push_back(each.access.address + each.access.size);
    }
  llvm::sort(borders);
  borders.erase(llvm::unique(borders), borders.end());
  std::vector<SharedCell> cells(borders.size());
  for (size_t i = 0; i + 1 < borders.size(); ++i)
    cells[i].begin = borders[i], cells[i].end = borders[i + 1];
  size_t touches = 0;
  for (uint32_t e = 0; e < size(); ++e)
    for (uint32_t a = 0; a < event(e).accesses.size(); ++a) {
      const RecordedAccess &each = event(e).accesses[a];
      size_t i = size_t(llvm::lower_bound(borders, each.access.address) -
                        borders.begin());
      for (; cells[i].begin < each.access.address + each.access.size &&
             i + 1 < borders.size();
           ++i) {
        cells[i].touches.push_back(
            {e, a, kNoEvent, each.reads, each.access.write, each.way});
        isTooLarge_ |= ++touches > kMostTouches;
      }
      if (isTooLarge_)
        return;
    }
  for (SharedCell &cell : cells) {
    auto isOther = [&](const CellTouch &touch) {
      return threadOf(touch.event) != threadOf(cell.touches[0].event);
    };
    auto isWrite = [](const CellTouch &touch) { return touch.writes; };
    if (llvm::any_of(cell.touches, isOther) &&
        llvm::any_of(cell.touches, isWrite))
      cells_.push_back(std::move(cell));
  }
  for (uint32_t c = 0; c < cells_.size(); ++c)
    for (uint32_t i = 0; i < cells_[c].touches.size(); ++i)
      touched_[cells_[c].touches[i].event].push_back({c, i});
}

void Relations::findSources() {
  for (SharedCell &cell : cells_) {
    uint32_t last = kNoEvent;
    for (CellTouch &touch : cell.touches) {
      if (event(touch.event).isOpen)
        continue;
      touch.source = last;
      if (touch.writes)
        last = touch.event;
    }
  }
}

void Relations::findSections() {
  held_.resize(size());
  heldSets_.push_back({});
  std::map<std::vector<uint64_t>, uint32_t> numbers{{{}, 0}};
  std::vector<uint32_t> now(threads());
  std::map<std::pair<uint32_t, uint64_t>, size_t> open;
  for (uint32_t e = 0; e < size(); ++e) {
    const uint32_t thread = threadOf(e);
    held_[e] = now[thread];
    for (LockChange change : event(e).locks) {
      std::vector<uint64_t> held = heldSets_[now[thread]];
      std::vector<LockSection> &all = sections_[change.lock];
      if (change.takes) {
        held.push_back(change.lock);
        llvm::sort(held);
        open[{thread, change.lock}] = all.size();
        all.push_back({thread, e, kNoEvent});
      } else {
        llvm::erase(held, change.lock);
        if (auto at = open.find({thread, change.lock}); at != open.end())
          all[at->second].givenBack = e;
      }
      auto [at, isNew] = numbers.insert({held, uint32_t(heldSets_.size())});
      if (isNew)
        heldSets_.push_back(held);
      now[thread] = at->second;
    }
  }
}

bool Relations::exclude(uint32_t a, uint32_t b) const {
  return llvm::any_of(heldAt(a), [&](uint64_t lock) {
    return llvm::is_contained(heldAt(b), lock);
  });
}

void Relations::addOrder(uint32_t earlier, uint32_t later) {
  if (threadOf(earlier) != threadOf(later) &&
      !llvm::is_contained(befores_[later], earlier))
    befores_[later].push_back(earlier);
}

/// Two that interfere, unless both are about values, or both about a lock. The
/// last touch of each thread is enough, for each way.
void Relations::orderByMemory(const SharedCell &cell) {
  struct Last {
    uint32_t touch[3][2]; ///< by way, and whether it writes
  };
  constexpr Last kNone = {
      {{kNoEvent, kNoEvent}, {kNoEvent, kNoEvent}, {kNoEvent, kNoEvent}}};
  if (llvm::all_of(cell.touches, [&](const CellTouch &touch) {
        return touch.way == cell.touches[0].way &&
               touch.way != AccessWay::Ordered;
      }))
    return;
  std::map<uint32_t, Last> lasts;
  for (const CellTouch &touch : cell.touches) {
    if (event(touch.event).isOpen)
      continue;
    const uint32_t thread = threadOf(touch.event);
    for (const auto &[other, last] : lasts)
      for (uint32_t way = 0; way < 3 && other != thread; ++way)
        for (uint32_t writes = 0; writes < 2; ++writes) {
          const bool isFree =
              AccessWay(way) == touch.way && touch.way != AccessWay::Ordered;
          if (last.touch[way][writes] != kNoEvent && !isFree &&
              (writes || touch.writes))
            addOrder(last.touch[way][writes], touch.event);
        }
    Last &mine = lasts.try_emplace(thread, kNone).first->second;
    mine.touch[size_t(touch.way)][touch.writes] = touch.event;
  }
}

/// Threads, signals, time; and what concerns everybody.
void Relations::orderBesideMemory() {
  std::vector<uint32_t> acting;
  std::vector<uint32_t> last(threads(), kNoEvent);
  uint32_t barrier = kNoEvent;
  std::vector<bool> isBehind(threads(), true); ///< the last barrier
  auto syncOf = [&](uint32_t e) {
    Effects effects;
    effects.sync.assign(event(e).sync.begin(), event(e).sync.end());
    return effects;
  };
  for (uint32_t e = 0; e < recording_.made; ++e) {
    const RecordedEvent &now = event(e);
    const uint32_t thread = threadOf(e);
    if (!isBehind[thread])
      addOrder(barrier, e);
    isBehind[thread] = true;
    if (now.isBarrier) {
      for (uint32_t each : last)
        if (each != kNoEvent)
          addOrder(each, e);
      barrier = e;
      isBehind.assign(threads(), false);
      isBehind[thread] = true;
    } else if (!now.sync.empty()) {
      const Effects mine = syncOf(e);
      for (uint32_t other : acting)
        if (threadOf(other) != thread && areDependent(syncOf(other), mine))
          addOrder(other, e);
      acting.push_back(e);
    }
    last[thread] = e;
  }
  isTooLarge_ |= acting.size() > kMostBesideMemory;
}

/// clocks_[e][t]: so many events of thread t are e itself or come before it.
void Relations::countClocks() {
  clocks_.resize(size());
  for (uint32_t e = 0; e < size(); ++e) {
    std::vector<uint32_t> &clock = clocks_[e];
    if (uint32_t before = previous(e); before != kNoEvent)
      clock = clocks_[before];
    else
      clock.assign(threads(), 0);
    llvm::SmallVector<uint32_t, 2> needed;
    for (uint32_t before : llvm::reverse(befores_[e])) {
      if (clock[threadOf(before)] > positions_[before])
        continue;
      needed.push_back(before);
      for (uint32_t t = 0; t < threads(); ++t)
        clock[t] = std::max(clock[t], clocks_[before][t]);
    }
    befores_[e] = std::move(needed);
    clock[threadOf(e)] = positions_[e] + 1;
  }
}

static llvm::StringRef part(const RecordedAccess &access,
                            const SharedCell &cell, bool isBehind) {
  if (!access.hasBytes)
    return {};
  const auto &bytes = isBehind ? access.behind : access.before;
  return llvm::StringRef(reinterpret_cast<const char *>(bytes.data()),
                         access.access.size)
      .substr(cell.begin - access.access.address, cell.end - cell.begin);
}

llvm::StringRef Relations::bytesRead(TouchRef ref) const {
  const CellTouch &it = touch(ref);
  return part(event(it.event).accesses[it.access], cells_[ref.cell], false);
}

llvm::StringRef Relations::bytesWritten(TouchRef ref) const {
  const CellTouch &it = touch(ref);
  return part(event(it.event).accesses[it.access], cells_[ref.cell], true);
}

} // namespace rbcheck
