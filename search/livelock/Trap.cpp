//===- search/livelock/Trap.cpp - Threads that spin on what cannot change -===//
#include "search/livelock/Trap.h"

#include "search/Check.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <set>

namespace rbcheck {

//===--- What belongs to one thread ---------------------------------------===//

namespace {

/// True if both are there with the same contents, or both are not, or, if
/// `isOwn`, those that are there can be reached by their thread alone.
bool areAlike(const Node *a, const Node *b, bool isOwn) {
  if (a == b)
    return true;
  auto objectOf = [](const Node *node) {
    return node && node->type == NodeType::Object
               ? static_cast<const Object *>(node)
               : nullptr;
  };
  const Object *first = objectOf(a), *second = objectOf(b);
  if (first && second && first->hash == second->hash)
    return true;
  // Further indices of an object say nothing that the first does not.
  return (!first && !second) ||
         (isOwn && (!first || !first->shared) && (!second || !second->shared));
}

/// Of two arrays whose nodes may stand at different heights.
bool areAlike(const TrieNode *a, unsigned levelA, const TrieNode *b,
              unsigned levelB, bool isOwn) {
  if (a == b)
    return true;
  if (!a || !b) // nothing is as high as it has to be
    levelA = levelB = std::max(a ? levelA : 0, b ? levelB : 0);
  // The lower one is the first part of what the higher one is.
  if (levelA < levelB) {
    std::swap(a, b);
    std::swap(levelA, levelB);
  }
  const bool isHigher = levelA > levelB;
  for (unsigned i = 0; i < kTrieFan; ++i) {
    const Node *first = a ? a->kids[i] : nullptr;
    const Node *second = isHigher ? (i ? nullptr : b)
                         : b      ? b->kids[i]
                                  : nullptr;
    if (levelA == 0
            ? !areAlike(first, second, isOwn)
            : !areAlike(static_cast<const TrieNode *>(first), levelA - 1,
                        static_cast<const TrieNode *>(second),
                        isHigher ? levelB : levelA - 1, isOwn))
      return false;
  }
  return true;
}

bool areAlike(const Trie &a, const Trie &b, bool isOwn) {
  return areAlike(a.root, a.root ? a.root->level : 0, b.root,
                  b.root ? b.root->level : 0, isOwn);
}

/// All that others can know of a thread without looking at its memory.
bool isSameToOthers(const ThreadScalars &a, const ThreadScalars &b) {
  ThreadScalars alike = a;
  alike.atomicDepth = b.atomicDepth;
  alike.stackNext = b.stackNext;
  alike.heapNext = b.heapNext;
  return std::memcmp(&alike, &b, sizeof(alike)) == 0;
}

} // namespace

bool differOnlyIn(const State &a, const State &b, uint32_t thread,
                  bool locality) {
  const StateNode &first = *a.node(), &second = *b.node();
  if (first.s != second.s || first.threadCount != second.threadCount ||
      !isSameToOthers(a.thread(thread).s, b.thread(thread).s))
    return false;
  for (uint32_t id = 0; id < first.threadCount; ++id)
    if (id != thread && a.thread(id).hash != b.thread(id).hash)
      return false;
  if (first.memory == second.memory)
    return true;
  if (!locality || !areAlike(first.globals, second.globals, false))
    return false;
  for (uint32_t id = 0; id < first.threadCount; ++id)
    if (!areAlike(a.thread(id).heap, b.thread(id).heap, id == thread) ||
        !areAlike(a.thread(id).stack, b.thread(id).stack, id == thread))
      return false;
  return true;
}

//===--- One thread alone -------------------------------------------------===//

namespace {

/// Of a step without visible operation: a loop that is found at all comes back
/// to its state within that.
constexpr uint64_t kSlice = 64'000;

MachineOptions probing(MachineOptions options) {
  options.slice = std::min(options.slice, kSlice);
  options.audit = false;
  return options;
}

bool isPaused(const State &state, uint32_t thread) {
  return state.thread(thread).pending.kind == PendingKind::Pause;
}

} // namespace

TrapFinder::TrapFinder(const Program &program, const MachineOptions &options)
    : leaving_(kRows), staying_(kRows), machine_(program, probing(options)) {}

TrapFinder::~TrapFinder() = default;

bool TrapFinder::isAllowed(const State &first, const State &now,
                           uint32_t thread, Among among) {
  if (among == Among::Others)
    return differOnlyIn(first, now, thread, machine_.options().locality);
  if (now.threadCount() != first.threadCount())
    return false;
  return among == Among::Nobody || now.thread(thread).s.atomicDepth > 0;
}

/// Makes a step of a thread that goes on alone from `first`; false if it
/// leaves.
bool TrapFinder::step(const State &from, uint32_t thread, const State &first,
                      Among among, State &to) {
  machine_.load(from);
  const uint64_t deeds = machine_.outputs() + machine_.progressMarks();
  if (machine_.step({uint16_t(thread), 0}) != StepEnd::Parked ||
      machine_.survived() ||
      machine_.outputs() + machine_.progressMarks() != deeds)
    return false;
  if (machine_.state().thread(thread).s.status == ThreadStatus::Finished ||
      machine_.alternatives(thread) != 1)
    return false;
  to = machine_.save();
  // A time slice that is over is not the end of a turn.
  if (isPaused(from, thread) && isPaused(to, thread) &&
      from.fingerprint() != to.fingerprint())
    return false;
  return isAllowed(first, to, thread, among);
}

bool TrapFinder::stays(const State &state, uint32_t thread, Among among) {
  machine_.load(state);
  std::vector<State> way{state};
  std::set<Hash128> seen{state.fingerprint()};
  bool isLeaving = machine_.alternatives(thread) != 1;
  while (!isLeaving && way.size() < kMostStates) {
    State next;
    isLeaving = !step(way.back(), thread, state, among, next);
    if (!isLeaving && !seen.insert(next.fingerprint()).second)
      return true;
    if (!isLeaving)
      way.push_back(std::move(next));
  }
  // Who leads here leaves, too. Of a long way only what would have been seen to
  // come back.
  size_t sure = isLeaving ? way.size() : way.size() / 2;
  if (among == Among::Section) // it may stay all the same
    sure = 0;
  for (size_t i = 0; i < sure; ++i)
    add(leaving_, keyOf(way[i], thread, among));
  return false;
}

bool TrapFinder::staysAsKnown(const State &state, uint32_t thread,
                              Among among) {
  const Hash128 key = keyOf(state, thread, among);
  if (isIn(leaving_, key))
    return false;
  if (isIn(staying_, key))
    return true;
  if (!stays(state, thread, among))
    return false;
  add(staying_, key);
  return true;
}

TrapFinder::Among TrapFinder::amongWhom(const State &state) {
  return state.node()->s.live == 1 ? Among::Nobody : Among::Others;
}

//===--- All of them ------------------------------------------------------===//

/// Those that can go on; one in an atomic section first.
TrapFinder::Threads TrapFinder::moversOf(const State &state) {
  Threads movers;
  machine_.load(state);
  for (uint32_t id = 0; id < state.threadCount(); ++id) {
    if (!machine_.alternatives(id))
      continue;
    const bool isFirst = state.thread(id).s.atomicDepth > 0;
    movers.insert(isFirst ? movers.begin() : movers.end(), id);
  }
  return movers;
}

bool TrapFinder::staysInSection(const State &state, uint32_t thread) {
  return state.thread(thread).s.atomicDepth > 0 &&
         stays(state, thread, Among::Section);
}

bool TrapFinder::isTrap(const State &state) {
  if (state.exited())
    return false;
  const Threads movers = moversOf(state);
  if (movers.empty())
    return false;
  if (staysInSection(state, movers.front()))
    return true;
  const Among among = amongWhom(state);
  return llvm::all_of(movers,
                      [&](uint32_t id) { return stays(state, id, among); });
}

bool TrapFinder::isTrap(const State &state, uint32_t moved) {
  const Threads movers = moversOf(state);
  if (movers.empty())
    return false;
  const Among among = amongWhom(state);
  const bool isInSection = state.thread(movers.front()).s.atomicDepth > 0;
  auto isStaying = [&](uint32_t id) { return staysAsKnown(state, id, among); };
  if (!isInSection && llvm::is_contained(movers, moved) && !isStaying(moved))
    return false;
  return (isInSection || llvm::all_of(movers, isStaying)) && isTrap(state);
}

TrapFinder::Lasso TrapFinder::lasso(const State &state) {
  Lasso all;
  Threads movers = moversOf(state);
  if (staysInSection(state, movers.front()))
    movers.resize(1);
  State now = state;
  for (uint32_t thread : movers) {
    const Choice first{uint16_t(thread), 0};
    std::vector<State> way{now};
    std::map<Hash128, size_t> at{{now.fingerprint(), 0}};
    size_t begin = 0;
    for (;;) { // until the thread is where it was
      machine_.load(way.back());
      StepEnd end = machine_.step(first);
      RB_CHECK(end == StepEnd::Parked, "a thread left a trap");
      State next = machine_.save();
      auto [known, isNew] = at.try_emplace(next.fingerprint(), way.size());
      begin = known->second;
      if (!isNew)
        break;
      way.push_back(std::move(next));
    }
    // The section has to be left behind, so that others can move.
    auto isLess = [&](const State &a, const State &b) {
      auto key = [&](const State &each) {
        const ThreadNode &node = each.thread(thread);
        return std::tuple(movers.size() > 1 ? node.s.atomicDepth : 0,
                          node.top->function, node.top->pc);
      };
      return key(a) < key(b);
    };
    const size_t turn = way.size() - begin;
    const size_t best =
        size_t(std::min_element(way.begin() + long(begin), way.end(), isLess) -
               way.begin());
    all.stem.insert(all.stem.end(), best, first);
    all.cycle.insert(all.cycle.end(), turn, first);
    all.spinning.push_back(thread);
    now = way[best];
  }
  all.at = now;
  return all;
}

Fault TrapFinder::describe(const Lasso &lasso) {
  machine_.load(lasso.at);
  Fault fault;
  fault.kind = FaultKind::Livelock;
  fault.thread = lasso.spinning.front();
  fault.place = machine_.place(fault.thread);
  auto what = [&](uint32_t id) {
    return isPaused(lasso.at, id)
               ? std::string("in a loop that touches nothing others see")
               : "at " + machine_.describePending(id);
  };
  fault.message = "livelock: ";
  for (uint32_t id : lasso.spinning) {
    if (id != fault.thread)
      fault.message += "; ";
    fault.message +=
        "thread " + std::to_string(id) + " spins for ever " + what(id);
    if (id != fault.thread && !fault.hasRelated) {
      fault.hasRelated = true;
      fault.related = {id, machine_.place(id), "spins for ever " + what(id)};
    }
  }
  for (uint32_t id = 0; id < lasso.at.threadCount(); ++id)
    if (lasso.at.thread(id).s.status != ThreadStatus::Finished &&
        !llvm::is_contained(lasso.spinning, id))
      fault.message += "; thread " + std::to_string(id) + " waits in " +
                       machine_.describePending(id);
  return fault;
}

} // namespace rbcheck
