//===- search/predict/Target.cpp - What an order is looked for ------------===//
#include "search/predict/Target.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace rbcheck {

namespace {

constexpr size_t kMostTargets = 400; ///< of a kind, in one recording
constexpr uint32_t kOfPlaces = 3;    ///< of the same places
constexpr size_t kEnds = 3; ///< touches of a group that count: first and last

uint64_t number(CodePlace place) {
  return uint64_t(place.function) << 32 | place.pc;
}

/// The touches of a cell by one thread at one place, that do the same.
struct Group {
  uint32_t thread = 0;
  bool writes = false, reads = false;
  Access access;
  AccessWay way = AccessWay::Ordered;
  bool isLocking = false;
  std::vector<uint32_t> touches; ///< of the cell

  void add(uint32_t touch) {
    if (touches.size() == 2 * kEnds)
      touches.erase(touches.begin() + kEnds);
    touches.push_back(touch);
  }
};

std::vector<Group> groupsOf(const Relations &relations,
                            const SharedCell &cell) {
  std::map<std::array<uint64_t, 4>, size_t> known;
  std::vector<Group> groups;
  for (uint32_t i = 0; i < cell.touches.size(); ++i) {
    const CellTouch &touch = cell.touches[i];
    const RecordedEvent &event = relations.event(touch.event);
    const Access &access = event.accesses[touch.access].access;
    const bool isLocking = touch.way == AccessWay::Lock && event.wants;
    auto [at, isNew] = known.insert(
        {{event.choice.thread, number(event.place),
          uint64_t(touch.writes) << 3 | uint64_t(access.atomic) << 2 |
              uint64_t(access.release) << 1 | uint64_t(isLocking),
          uint64_t(touch.way)},
         groups.size()});
    if (isNew)
      groups.push_back({event.choice.thread,
                        touch.writes,
                        touch.reads,
                        access,
                        touch.way,
                        isLocking,
                        {}});
    groups[at->second].access.atomic |= event.isHidden;
    groups[at->second].add(i);
  }
  return groups;
}

/// Collects targets, few of the same places.
class Targets {
public:
  Targets(const Relations &relations, const Aims &aims)
      : relations_(relations), aims_(aims) {}

  void add(Target target) { all_.push_back(std::move(target)); }
  std::vector<Target> take() {
    auto gap = [](const Target &target) {
      return target.last() - target.first();
    };
    auto others = [&](const Target &target) {
      return llvm::count_if(target.events, [&](uint32_t e) {
        return !aims_.contains(relations_.event(e).place);
      });
    };
    auto rank = [&](const Target &target) {
      return std::tuple(others(target), gap(target),
                        llvm::ArrayRef<uint32_t>(target.events).vec(),
                        target.source, target.cell);
    };
    llvm::sort(all_, [&](const Target &a, const Target &b) {
      return rank(a) < rank(b);
    });
    // One of each pair of places, then a second one of each, ...
    std::map<Tried::Key, uint32_t> counts;
    std::vector<Target> rounds[kOfPlaces], result;
    for (Target &target : all_)
      if (uint32_t round = counts[keyOf(relations_, target)]++;
          round < kOfPlaces)
        rounds[round].push_back(std::move(target));
    for (std::vector<Target> &round : rounds)
      for (Target &target : round)
        if (result.size() < kMostTargets)
          result.push_back(std::move(target));
    return result;
  }

private:
  const Relations &relations_;
  const Aims &aims_;
  std::vector<Target> all_;
};

/// Pairs of touches of a cell by two threads, one writes; where `isMeant`.
template <typename Test, typename Visit>
void forEachConflict(const Relations &relations, Test isMeant, Visit visit) {
  for (uint32_t c = 0; c < relations.cells().size(); ++c) {
    const SharedCell &cell = relations.cells()[c];
    const std::vector<Group> groups = groupsOf(relations, cell);
    for (size_t i = 0; i < groups.size(); ++i)
      for (size_t k = i + 1; k < groups.size(); ++k) {
        const Group &a = groups[i], &b = groups[k];
        if (a.thread == b.thread || (!a.writes && !b.writes) || !isMeant(a, b))
          continue;
        for (uint32_t x : a.touches)
          for (uint32_t y : b.touches)
            visit(TouchRef{c, x}, TouchRef{c, y});
      }
  }
}

template <typename Test>
std::vector<Target> findTogether(const Relations &relations, const Aims &aims,
                                 TargetKind kind, Test isMeant) {
  Targets targets(relations, aims);
  std::set<std::pair<uint32_t, uint32_t>> seen;
  forEachConflict(relations, isMeant, [&](TouchRef x, TouchRef y) {
    uint32_t a = relations.touch(x).event, b = relations.touch(y).event;
    if (a > b)
      std::swap(a, b);
    if (!relations.areOrdered(a, b) && !relations.exclude(a, b) &&
        seen.insert({a, b}).second)
      targets.add({kind, {a, b}, 0, kNoEvent});
  });
  return targets.take();
}

/// Threads that could wait for each other.
class Circles {
public:
  Circles(const Relations &relations, const Aims &aims)
      : relations_(relations), targets_(relations, aims) {
    std::set<std::tuple<uint32_t, uint64_t, uint64_t, std::vector<uint64_t>>>
        seen;
    for (uint32_t e = 0; e < relations.size(); ++e) {
      const RecordedEvent &event = relations.event(e);
      const llvm::ArrayRef<uint64_t> held = relations.heldAt(e);
      if (event.wants && !held.empty() &&
          !llvm::is_contained(held, event.wants) &&
          seen.insert({event.choice.thread, number(event.place), event.wants,
                       held.vec()})
              .second)
        waits_.push_back(e);
    }
  }

  std::vector<Target> find() {
    for (uint32_t first : waits_) {
      chain_ = {first};
      extend();
    }
    return targets_.take();
  }

private:
  static constexpr size_t kLongest = 4;

  bool holds(uint32_t e, uint64_t lock) const {
    return llvm::is_contained(relations_.heldAt(e), lock);
  }
  void extend() {
    if (++looks_ > 100'000)
      return;
    const uint64_t wanted = relations_.event(chain_.back()).wants;
    if (chain_.size() > 1 && holds(chain_[0], wanted)) {
      Target target{TargetKind::Circle, {}, 0, kNoEvent};
      target.events.append(chain_.begin(), chain_.end());
      targets_.add(std::move(target));
      return;
    }
    if (chain_.size() == kLongest)
      return;
    for (uint32_t next : waits_) {
      if (next <= chain_[0] || !holds(next, wanted) ||
          llvm::any_of(chain_, [&](uint32_t other) {
            return relations_.threadOf(other) == relations_.threadOf(next) ||
                   relations_.areOrdered(other, next) ||
                   relations_.exclude(other, next);
          }))
        continue;
      chain_.push_back(next);
      extend();
      chain_.pop_back();
    }
  }

  const Relations &relations_;
  Targets targets_;
  std::vector<uint32_t> waits_, chain_;
  uint64_t looks_ = 0;
};

} // namespace

Tried::Key keyOf(const Relations &relations, const Target &target) {
  Tried::Key key;
  for (uint32_t e : target.events)
    key.push_back(number(relations.event(e).place));
  llvm::sort(key);
  key.push_back(uint64_t(target.kind));
  if (target.kind == TargetKind::Sight)
    key.push_back(target.source == kNoEvent
                      ? ~0ull
                      : number(relations.event(target.source).place));
  return key;
}

std::vector<Target> findRaces(const Relations &relations, const Aims &aims) {
  return findTogether(relations, aims, TargetKind::Race,
                      [](const Group &a, const Group &b) {
                        return !(a.access.atomic && b.access.atomic) &&
                               !a.access.release && !b.access.release;
                      });
}

std::vector<Target> findCircles(const Relations &relations, const Aims &aims) {
  return Circles(relations, aims).find();
}

std::vector<Target> findPairs(const Relations &relations, const Aims &aims) {
  return findTogether(
      relations, aims, TargetKind::Pair, [](const Group &a, const Group &b) {
        if (a.access.release != b.access.release)
          return true;
        if (a.way == AccessWay::Lock && b.way == AccessWay::Lock)
          return a.isLocking && b.isLocking;
        return a.access.atomic && b.access.atomic;
      });
}

std::vector<Target> findSights(const Relations &relations, const Aims &aims) {
  Targets targets(relations, aims);
  std::set<std::tuple<uint32_t, uint32_t, uint32_t>> seen;
  auto consider = [&](TouchRef read, TouchRef write) {
    const CellTouch &r = relations.touch(read), &w = relations.touch(write);
    if (!r.reads || !w.writes || r.way != AccessWay::Value ||
        w.way != AccessWay::Value || r.source == w.event ||
        relations.event(r.event).isOpen || relations.event(w.event).isOpen ||
        relations.isOrdered(r.event, w.event) ||
        relations.bytesRead(read) == relations.bytesWritten(write))
      return;
    if (seen.insert({r.event, w.event, read.cell}).second)
      targets.add({TargetKind::Sight, {r.event}, read.cell, w.event});
  };
  auto isAny = [](const Group &a, const Group &b) {
    return (a.reads && b.writes) || (a.writes && b.reads);
  };
  forEachConflict(relations, isAny, [&](TouchRef x, TouchRef y) {
    consider(x, y);
    consider(y, x);
    // What was there before the first write.
    for (TouchRef ref : {x, y}) {
      const CellTouch &r = relations.touch(ref);
      const SharedCell &cell = relations.cells()[ref.cell];
      if (r.reads && r.way == AccessWay::Value && r.source != kNoEvent &&
          !relations.event(r.event).isOpen &&
          llvm::none_of(cell.touches,
                        [&](const CellTouch &w) {
                          return w.writes &&
                                 relations.isOrdered(w.event, r.event);
                        }) &&
          seen.insert({r.event, kNoEvent, ref.cell}).second)
        targets.add({TargetKind::Sight, {r.event}, ref.cell, kNoEvent});
    }
  });
  return targets.take();
}

} // namespace rbcheck
