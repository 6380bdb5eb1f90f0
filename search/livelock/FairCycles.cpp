//===- search/livelock/FairCycles.cpp - Executions that never end ---------===//
#include "search/livelock/FairCycles.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <deque>
#include <set>

namespace rbcheck {

namespace {

using Edge = StateGraph::Edge;
constexpr uint32_t kNone = ~0u;

/// Steps of one state together, always in the same order.
auto key(const Edge &edge) {
  return std::tuple(edge.from, edge.choice.thread, edge.choice.value);
}

class Cycles {
public:
  explicit Cycles(const StateGraph &graph)
      : graph_(graph), edges_(graph.edges().begin(), graph.edges().end()),
        group_(graph.size(), 0) {
    llvm::sort(edges_,
               [](const Edge &a, const Edge &b) { return key(a) < key(b); });
    begin_.assign(graph.size() + 1, 0);
    for (const Edge &edge : edges_)
      ++begin_[edge.from + 1];
    for (size_t i = 1; i < begin_.size(); ++i)
      begin_[i] += begin_[i - 1];
  }

  std::optional<FairCycle> find() {
    if (graph_.size() == 0)
      return std::nullopt;
    measure();
    std::vector<uint32_t> all;
    for (uint32_t i = 0; i < graph_.size(); ++i)
      if (distance_[i] != kNone)
        all.push_back(i);
    std::vector<std::vector<uint32_t>> open;
    open.push_back(std::move(all));
    while (!open.empty()) {
      std::vector<uint32_t> states = std::move(open.back());
      open.pop_back();
      for (std::vector<uint32_t> &component : componentsOf(states))
        judge(std::move(component), open);
    }
    if (best_.empty())
      return std::nullopt;
    return cycleIn(best_);
  }

private:
  llvm::ArrayRef<Edge> stepsFrom(uint32_t state) const {
    return llvm::ArrayRef(edges_).slice(begin_[state],
                                        begin_[state + 1] - begin_[state]);
  }

  /// How each state is reached in the fewest steps.
  void measure() {
    reachedBy_.assign(graph_.size(), nullptr);
    distance_.assign(graph_.size(), kNone);
    std::deque<uint32_t> open{0};
    distance_[0] = 0;
    while (!open.empty()) {
      uint32_t state = open.front();
      open.pop_front();
      for (const Edge &edge : stepsFrom(state))
        if (distance_[edge.to] == kNone) {
          distance_[edge.to] = distance_[state] + 1;
          reachedBy_[edge.to] = &edge;
          open.push_back(edge.to);
        }
    }
  }

  /// Strong components of some states, by steps between them that are no
  /// progress (Tarjan 1972, without recursion). States of one have the same
  /// group then.
  std::vector<std::vector<uint32_t>>
  componentsOf(const std::vector<uint32_t> &states) {
    const uint32_t inside = ++lastGroup_;
    for (uint32_t state : states)
      group_[state] = inside;
    index_.resize(graph_.size());
    low_.resize(graph_.size());
    for (uint32_t state : states)
      index_[state] = kNone;
    std::vector<std::vector<uint32_t>> found;
    std::vector<uint32_t> stack;
    struct Frame {
      uint32_t state;
      size_t next;
    };
    std::vector<Frame> path;
    uint32_t counter = 0;
    auto enter = [&](uint32_t state) {
      index_[state] = low_[state] = counter++;
      stack.push_back(state);
      path.push_back({state, 0});
    };
    for (uint32_t root : states) {
      if (index_[root] != kNone)
        continue;
      enter(root);
      while (!path.empty()) {
        const uint32_t state = path.back().state;
        llvm::ArrayRef<Edge> steps = stepsFrom(state);
        if (path.back().next < steps.size()) {
          const Edge &edge = steps[path.back().next++];
          if (edge.isProgress || group_[edge.to] != inside)
            continue;
          if (index_[edge.to] == kNone)
            enter(edge.to);
          else
            low_[state] = std::min(low_[state], index_[edge.to]);
          continue;
        }
        path.pop_back();
        if (!path.empty())
          low_[path.back().state] =
              std::min(low_[path.back().state], low_[state]);
        if (low_[state] != index_[state])
          continue;
        std::vector<uint32_t> component;
        const uint32_t group = ++lastGroup_;
        do {
          component.push_back(stack.back());
          group_[stack.back()] = group; // others do not lead there any more
          stack.pop_back();
        } while (component.back() != state);
        found.push_back(std::move(component));
      }
    }
    return found;
  }

  bool isInside(const Edge &edge) const {
    return !edge.isProgress && group_[edge.to] == group_[edge.from];
  }

  /// Keeps a component that is fair, or leaves what can still be.
  void judge(std::vector<uint32_t> &&component,
             std::vector<std::vector<uint32_t>> &open) {
    std::set<uint16_t> moving, able;
    for (uint32_t state : component) {
      for (const Edge &edge : stepsFrom(state))
        if (isInside(edge))
          moving.insert(edge.choice.thread);
      able.insert(graph_.enabled(state).begin(), graph_.enabled(state).end());
    }
    if (moving.empty())
      return;
    auto isKept = [&](uint16_t thread) { return !moving.count(thread); };
    if (llvm::none_of(able, isKept)) {
      auto nearest = [&](const std::vector<uint32_t> &states) {
        uint32_t least = kNone;
        for (uint32_t state : states)
          least = std::min(least, distance_[state]);
        return least;
      };
      if (best_.empty() || nearest(component) < nearest(best_))
        best_ = std::move(component);
      return;
    }
    llvm::erase_if(component, [&](uint32_t state) {
      return llvm::any_of(graph_.enabled(state), isKept);
    });
    if (!component.empty())
      open.push_back(std::move(component));
  }

  /// The shortest way inside from a state to one that `isGoal`, of at least one
  /// step; appended.
  template <typename Goal>
  uint32_t follow(uint32_t from, Goal isGoal, std::vector<Edge> &way) const {
    std::map<uint32_t, const Edge *> by;
    std::deque<uint32_t> open{from};
    while (!open.empty()) {
      uint32_t state = open.front();
      open.pop_front();
      for (const Edge &edge : stepsFrom(state)) {
        if (!isIn(edge) || (by.count(edge.to) && !isGoal(edge)))
          continue;
        if (!isGoal(edge)) {
          by[edge.to] = &edge;
          open.push_back(edge.to);
          continue;
        }
        const size_t at = way.size();
        way.push_back(edge);
        for (uint32_t back = edge.from; back != from; back = by[back]->from)
          way.push_back(*by[back]);
        std::reverse(way.begin() + long(at), way.end());
        return edge.to;
      }
    }
    return kNone; // never: all are connected
  }

  bool isIn(const Edge &edge) const {
    return !edge.isProgress && isBest_[edge.from] && isBest_[edge.to];
  }

  FairCycle cycleIn(const std::vector<uint32_t> &states) {
    isBest_.assign(graph_.size(), false);
    uint32_t first = states.front();
    for (uint32_t state : states) {
      isBest_[state] = true;
      if (distance_[state] < distance_[first])
        first = state;
    }
    FairCycle found;
    for (uint32_t state = first; state != 0; state = reachedBy_[state]->from)
      found.stem.push_back(reachedBy_[state]->choice);
    std::reverse(found.stem.begin(), found.stem.end());
    // Around once; then further, for each thread that could have moved and did
    // not.
    std::vector<Edge> way;
    follow(first, [&](const Edge &edge) { return edge.to == first; }, way);
    for (;;) {
      std::optional<uint16_t> missing = keptWaiting(way);
      if (!missing)
        break;
      uint32_t at = follow(
          first,
          [&](const Edge &edge) { return edge.choice.thread == *missing; },
          way);
      if (at != first)
        follow(at, [&](const Edge &edge) { return edge.to == first; }, way);
    }
    for (const Edge &edge : way)
      found.cycle.push_back(edge.choice);
    return found;
  }

  std::optional<uint16_t> keptWaiting(const std::vector<Edge> &way) const {
    for (const Edge &edge : way)
      for (uint16_t thread : graph_.enabled(edge.from))
        if (llvm::none_of(way, [&](const Edge &other) {
              return other.choice.thread == thread;
            }))
          return thread;
    return std::nullopt;
  }

  const StateGraph &graph_;
  std::vector<Edge> edges_; ///< by where they begin
  std::vector<size_t> begin_;
  std::vector<uint32_t> group_; ///< by state
  uint32_t lastGroup_ = 0;
  std::vector<uint32_t> index_, low_;
  std::vector<uint32_t> distance_;
  std::vector<const Edge *> reachedBy_;
  std::vector<uint32_t> best_; ///< states of the component that is nearest
  std::vector<bool> isBest_;
};

} // namespace

std::optional<FairCycle> findFairCycle(const StateGraph &graph) {
  return Cycles(graph).find();
}

} // namespace rbcheck
