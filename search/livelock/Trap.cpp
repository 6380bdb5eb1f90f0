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
    const Node *second = isHigher ? (i ? nullptr : b) : b ? b->kids[i] : nullptr;
    if (levelA == 0 ? !areAlike(first, second, isOwn)
                    : !areAlike(static_cast<const TrieNode *>(first),
                                levelA - 1,
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

/// Enough of a table: a row is free if it is 0.
bool isIn(const std::vector<Hash128> &rows, Hash128 key) {
  return rows[size_t(key) % rows.size()] == key;
}

} // namespace

TrapFinder::TrapFinder(const Program &program, const MachineOptions &options)
    : leaving_(kRows), staying_(kRows), machine_(program, probing(options)) {}

TrapFinder::~TrapFinder() = default;

/// Makes a step of a thread that goes on alone from `first`; false if it leaves.
bool TrapFinder::step(const State &from, Choice choice, const State &first,
                      State &to) {
  machine_.load(from);
  const uint64_t deeds = machine_.outputs() + machine_.progressMarks();
  if (machine_.step(choice) != StepEnd::Parked || machine_.survived() ||
      machine_.outputs() + machine_.progressMarks() != deeds)
    return false;
  const ThreadNode &thread = machine_.state().thread(choice.thread);
  if (thread.s.status == ThreadStatus::Finished ||
      !machine_.alternatives(choice.thread))
    return false;
  to = machine_.save();
  // A time slice that is over is not the end of a turn.
  if (isPaused(from, choice.thread) && isPaused(to, choice.thread) &&
      from.fingerprint() != to.fingerprint())
    return false;
  return differOnlyIn(first, to, choice.thread, machine_.options().locality);
}

TrapFinder::Stay TrapFinder::stays(const State &state, uint32_t thread) {
  // Depth-first, so that what is open is the way to where the thread is.
  struct Open {
    State state;
    uint16_t left; ///< alternatives
  };
  std::vector<Open> open;
  std::set<Hash128> seen;
  bool isInSection = true;
  auto push = [&](State &&next) {
    machine_.load(next);
    isInSection &= next.thread(thread).s.atomicDepth > 0;
    open.push_back({next, uint16_t(machine_.alternatives(thread))});
  };
  seen.insert(state.fingerprint());
  push(State(state));
  while (!open.empty()) {
    if (!open.back().left) {
      open.pop_back();
      continue;
    }
    const Choice choice{uint16_t(thread), --open.back().left};
    State next;
    const bool isLong = seen.size() >= kMostStates;
    if (isLong || !step(open.back().state, choice, state, next)) {
      // Who leads here leaves, too. Of a long way only what would have been
      // seen to come back.
      const size_t sure = isLong ? std::max<size_t>(1, open.size() / 2)
                                 : open.size();
      for (size_t i = 0; i < sure; ++i) {
        const Hash128 key = loopKey(open[i].state, thread);
        leaving_[size_t(key) % kRows] = key;
      }
      return Stay::Leaves;
    }
    if (seen.insert(next.fingerprint()).second)
      push(std::move(next));
  }
  return isInSection ? Stay::StaysInSection : Stay::Stays;
}

TrapFinder::Stay TrapFinder::staysAsKnown(const State &state,
                                          uint32_t thread) {
  const Hash128 key = loopKey(state, thread);
  if (isIn(leaving_, key))
    return Stay::Leaves;
  const bool hasSection = state.thread(thread).s.atomicDepth > 0;
  if (!hasSection && isIn(staying_, key))
    return Stay::Stays;
  const Stay found = stays(state, thread);
  if (found == Stay::Stays)
    staying_[size_t(key) % kRows] = key;
  return found;
}

//===--- All of them ------------------------------------------------------===//

template <typename Ask>
bool TrapFinder::allStay(const State &state, Ask ask) {
  bool canMove = false;
  for (uint32_t id = 0; id < state.threadCount(); ++id) {
    if (state.thread(id).s.status == ThreadStatus::Finished)
      continue;
    machine_.load(state);
    if (!machine_.alternatives(id))
      continue;
    switch (ask(id)) {
    case Stay::Leaves:
      return false;
    case Stay::Stays:
      canMove = true;
      break;
    case Stay::StaysInSection:
      return true;
    }
  }
  return canMove;
}

bool TrapFinder::isTrap(const State &state) {
  if (state.exited())
    return false;
  // A section that no thread comes out of is all that matters.
  for (uint32_t id = 0; id < state.threadCount(); ++id)
    if (state.thread(id).s.atomicDepth) {
      machine_.load(state);
      if (machine_.alternatives(id) &&
          stays(state, id) == Stay::StaysInSection)
        return true;
    }
  return allStay(state, [&](uint32_t id) { return stays(state, id); });
}

bool TrapFinder::isTrap(const State &state, uint32_t moved) {
  machine_.load(state);
  if (machine_.alternatives(moved))
    switch (staysAsKnown(state, moved)) {
    case Stay::Leaves:
      return false;
    case Stay::StaysInSection:
      return true;
    case Stay::Stays:
      break;
    }
  return allStay(state, [&](uint32_t id) {
           return id == moved ? Stay::Stays : staysAsKnown(state, id);
         }) &&
         isTrap(state);
}

/// Those that can go on; one in an atomic section first, or alone if it never
/// comes out of it.
llvm::SmallVector<uint32_t, 8> TrapFinder::moversOf(const State &state) {
  llvm::SmallVector<uint32_t, 8> movers;
  for (uint32_t id = 0; id < state.threadCount(); ++id) {
    machine_.load(state);
    if (!machine_.alternatives(id))
      continue;
    if (!state.thread(id).s.atomicDepth)
      movers.push_back(id);
    else if (stays(state, id) == Stay::StaysInSection)
      return {id};
    else
      movers.insert(movers.begin(), id);
  }
  return movers;
}

TrapFinder::Lasso TrapFinder::lasso(const State &state) {
  Lasso all;
  const llvm::SmallVector<uint32_t, 8> movers = moversOf(state);
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
    const size_t best = size_t(
        std::min_element(way.begin() + long(begin), way.end(), isLess) -
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
