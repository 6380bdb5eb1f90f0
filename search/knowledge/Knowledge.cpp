//===- search/knowledge/Knowledge.cpp - Accesses nobody has heard of ------===//
#include "search/knowledge/Knowledge.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <tuple>

namespace rbcheck {

namespace {

auto keyOf(const OrderEvent &event) {
  const Access &access = event.access;
  return std::tuple(event.thread, access.address, access.size, access.write,
                    access.atomic, access.release, event.sides);
}

bool knows(const OrderEvent &event, const Knower &knower) {
  return std::binary_search(event.knowers.begin(), event.knowers.end(),
                            knower);
}

void learn(OrderEvent &event, const Knower &knower) {
  auto at = std::lower_bound(event.knowers.begin(), event.knowers.end(),
                             knower);
  if (at == event.knowers.end() || *at != knower)
    event.knowers.insert(at, knower);
}

/// Whatever races with `earlier`, of the same thread, races with `later`.
bool standsFor(const OrderEvent &later, const OrderEvent &earlier) {
  const Access &l = later.access, &e = earlier.access;
  return later.thread == earlier.thread && l.address <= e.address &&
         e.address + e.size <= l.address + l.size && (l.write || !e.write) &&
         (!l.atomic || e.atomic) && !e.release &&
         (earlier.sides & ~later.sides) == 0;
}

} // namespace

void Knowledge::flow(const KnowledgeFlow &flow) {
  for (OrderEvent &event : events_) {
    bool isKnown = knows(event, flow.from);
    if (flow.isFromBytes)
      isKnown |= llvm::any_of(event.knowers, [&](const Knower &knower) {
        return knower.kind == Knower::Object &&
               knower.overlaps(flow.from.id, flow.from.size);
      });
    if (flow.replaces)
      llvm::erase_if(event.knowers, [&](const Knower &knower) {
        return knower == flow.to ||
               (flow.to.kind == Knower::Object &&
                knower.overlaps(flow.to.id, flow.to.size));
      });
    if (isKnown)
      learn(event, flow.to);
  }
}

void Knowledge::voidBytes(const Gone &gone) {
  for (OrderEvent &event : events_)
    llvm::erase_if(event.knowers, [&](const Knower &knower) {
      return knower.overlaps(gone.address, gone.size);
    });
  if (gone.isEnd)
    llvm::erase_if(events_, [&](const OrderEvent &event) {
      return event.access.address < gone.address + gone.size &&
             gone.address < event.access.address + event.access.size;
    });
}

void Knowledge::take(const OrderedStep &step) {
  for (const KnowledgeFlow &one : step.taken)
    flow(one);
}

const OrderEvent *Knowledge::findRace(uint32_t thread, const Access &access,
                                      uint64_t against) const {
  const Knower self = {Knower::Thread, 0, thread};
  for (const OrderEvent &event : events_)
    if (event.thread != thread && (event.sides & against) &&
        wouldRace(event.access, access) && !knows(event, self))
      return &event;
  return nullptr;
}

void Knowledge::add(uint32_t thread, const Access &access, uint64_t sides,
                    CodePlace place) {
  OrderEvent event{thread, access, sides, place, {{Knower::Thread, 0, thread}}};
  llvm::erase_if(events_, [&](const OrderEvent &earlier) {
    return standsFor(event, earlier);
  });
  auto at = llvm::lower_bound(events_, event,
                              [](const OrderEvent &a, const OrderEvent &b) {
                                return keyOf(a) < keyOf(b);
                              });
  events_.insert(at, std::move(event));
}

void Knowledge::give(const OrderedStep &step) {
  for (const Gone &gone : step.gone)
    if (!gone.isEnd)
      voidBytes(gone);
  for (const KnowledgeFlow &one : step.given)
    flow(one);
  for (const Gone &gone : step.gone)
    if (gone.isEnd)
      voidBytes(gone);
}

void Knowledge::forget(const OpenState &state) {
  auto isLive = [&](uint32_t thread) {
    return state.thread(thread).s.status != ThreadStatus::Finished;
  };
  // Nobody can learn from them any more, or has to.
  auto isIdle = [&](const OrderEvent &event, const Knower &knower) {
    const uint32_t thread = uint32_t(knower.id);
    switch (knower.kind) {
    case Knower::Thread:
      return !isLive(thread) && (state.thread(thread).s.joined ||
                                 state.thread(thread).s.detached);
    case Knower::Fenced:
      return !isLive(thread);
    case Knower::Loaded:
      return !isLive(thread) || knows(event, {Knower::Thread, 0, thread});
    case Knower::Object:
    case Knower::Readers:
    case Knower::Section:
      return false;
    }
    return false;
  };
  llvm::erase_if(events_, [&](OrderEvent &event) {
    for (uint32_t id = 0; id < state.threadCount(); ++id)
      if (isLive(id) && !knows(event, {Knower::Thread, 0, id}))
        return false;
    return true;
  });
  for (OrderEvent &event : events_) {
    std::vector<Knower> left;
    for (const Knower &knower : event.knowers)
      if (!isIdle(event, knower))
        left.push_back(knower);
    event.knowers = std::move(left);
  }
}

Hash128 Knowledge::hash() const {
  std::vector<uint64_t> words;
  for (const OrderEvent &event : events_) {
    const Access &access = event.access;
    words.insert(words.end(),
                 {event.knowers.size(), event.thread, access.address,
                  uint64_t(access.size) << 3 | uint64_t(access.write) << 2 |
                      uint64_t(access.atomic) << 1 | access.release,
                  event.sides});
    for (const Knower &knower : event.knowers)
      words.insert(words.end(),
                   {uint64_t(knower.kind) << 32 | knower.size, knower.id});
  }
  return hashBytes(words.data(), words.size() * sizeof(uint64_t),
                   0x6f72646572);
}

} // namespace rbcheck
