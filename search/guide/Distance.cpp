//===- search/guide/Distance.cpp - How far a thread is from a place -------===//
#include "search/guide/Distance.h"

#include "search/guide/Callee.h"

#include "interp/program/OperandInfo.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <queue>

namespace rbcheck {

namespace {

/// Ways can be long: two calls of a function that makes two calls of a ...
uint32_t plus(uint32_t a, uint32_t b) {
  uint64_t sum = uint64_t(a) + b;
  return a == kFar || b == kFar ? kFar
                                : uint32_t(std::min<uint64_t>(sum, kFar - 1));
}

bool isVisible(const Function &function, const Insn &insn) {
  if (insn.op == Op::CallModel || insn.op == Op::CallIndirect)
    return function.callSites[insn.c].marked;
  return hasAccessFlags(insn.op) && (insn.c & kMarked);
}

/// Stacks deeper than this are looked up.
constexpr size_t kDeep = 16;
constexpr size_t kMaxKnown = 1u << 20;

} // namespace

/// Nodes in the order of their distance; each is settled once.
class Distances::Queue {
public:
  explicit Queue(size_t nodes) : best_(nodes, kFar), isSettled_(nodes) {}

  void reach(FlowNode node, uint32_t cost) {
    if (cost >= best_[node])
      return;
    best_[node] = cost;
    heap_.push({cost, node});
  }
  /// The next nearest node, or kNoNode.
  FlowNode settle() {
    while (!heap_.empty()) {
      FlowNode node = heap_.top().second;
      heap_.pop();
      if (!isSettled_[node]) {
        isSettled_[node] = true;
        return node;
      }
    }
    return kNoNode;
  }
  uint32_t best(FlowNode node) const { return best_[node]; }
  bool isSettled(FlowNode node) const { return isSettled_[node]; }
  std::vector<uint32_t> take() { return std::move(best_); }

private:
  using Entry = std::pair<uint32_t, FlowNode>;
  std::vector<uint32_t> best_;
  std::vector<bool> isSettled_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> heap_;
};

Distances::Distances(const Program &program, DistanceKind kind,
                     DistanceCost cost)
    : kind_(kind), unit_(cost == DistanceCost::Instructions), flow_(program) {
  cost_.reserve(flow_.size());
  for (const Function &function : program.functions)
    for (const Insn &insn : function.code)
      cost_.push_back(unit_ || isVisible(function, insn));
  makeGraph();
  findEnds();
}

void Distances::makeGraph() {
  const size_t nodes = flow_.size();
  const size_t functions = flow_.program().functions.size();
  callOf_.assign(nodes, kFar);
  functionOf_.assign(nodes, kFar);
  callers_.resize(functions);
  starters_.resize(functions);
  returns_.resize(functions);
  for (uint32_t f = 0; f < functions; ++f) {
    if (!flow_.program().functions[f].code.empty())
      functionOf_[flow_.entry(f)] = f;
    for (uint32_t pc = 0; pc < flow_.program().functions[f].code.size(); ++pc)
      if (flow_.isReturn(flow_.node(f, pc)))
        returns_[f].push_back(flow_.node(f, pc));
  }
  std::vector<std::pair<FlowNode, FlowNode>> edges; // to, from
  for (FlowNode node = 0; node < nodes; ++node)
    flow_.forEachSuccessor(node,
                           [&](FlowNode to) { edges.push_back({to, node}); });
  for (uint32_t i = 0; i < flow_.calls().size(); ++i) {
    const FlowCall &call = flow_.calls()[i];
    callOf_[call.node] = i;
    if (call.pad != kNoNode)
      edges.push_back({call.pad, call.node});
    for (uint32_t callee : call.callees)
      callers_[callee].push_back(i);
    for (uint32_t started : call.spawns)
      starters_[started].push_back(i);
  }
  llvm::sort(edges);
  predStart_.assign(nodes + 1, 0);
  for (const auto &[to, from] : edges)
    ++predStart_[to + 1];
  for (size_t i = 0; i < nodes; ++i)
    predStart_[i + 1] += predStart_[i];
  for (const auto &[to, from] : edges)
    preds_.push_back(from);
}

/// A call is passed once the cheapest way through a callee and the way on from
/// behind it are both settled; nodes are settled in the order of their cost, so
/// the first callee that is settled is the cheapest.
void Distances::findEnds() {
  Queue queue(flow_.size());
  through_.assign(flow_.calls().size(), kFar);
  for (const std::vector<FlowNode> &nodes : returns_)
    for (FlowNode node : nodes)
      queue.reach(node, 0);
  auto pass = [&](uint32_t index, uint32_t through) {
    const FlowCall &call = flow_.calls()[index];
    if (queue.isSettled(call.next))
      queue.reach(call.node, plus(plus(cost_[call.node], through),
                                  queue.best(call.next)));
  };
  for (uint32_t i = 0; i < through_.size(); ++i)
    if (flow_.calls()[i].isOpaque)
      through_[i] = 0;
  for (FlowNode node; (node = queue.settle()) != kNoNode;) {
    uint32_t cost = queue.best(node);
    for (uint32_t i = predStart_[node]; i < predStart_[node + 1]; ++i)
      queue.reach(preds_[i], plus(cost_[preds_[i]], cost));
    if (node > 0 && callOf_[node - 1] != kFar)
      pass(callOf_[node - 1], through_[callOf_[node - 1]]);
    if (functionOf_[node] == kFar)
      continue;
    for (uint32_t call : callers_[functionOf_[node]])
      if (through_[call] == kFar) {
        through_[call] = plus(cost, unit_);
        pass(call, through_[call]);
      }
  }
  toEnd_ = queue.take();
}

std::vector<uint32_t>
Distances::makeTable(const std::vector<FlowNode> &from) const {
  Queue queue(flow_.size());
  std::vector<bool> isLeft(kind_ == DistanceKind::Fsm ? returns_.size() : 0);
  for (FlowNode node : from)
    queue.reach(node, 0);
  for (FlowNode node; (node = queue.settle()) != kNoNode;) {
    uint32_t cost = queue.best(node);
    auto reach = [&](FlowNode before) {
      queue.reach(before, plus(cost_[before], cost));
    };
    for (uint32_t i = predStart_[node]; i < predStart_[node + 1]; ++i)
      reach(preds_[i]);
    if (functionOf_[node] != kFar) {
      for (uint32_t call : callers_[functionOf_[node]])
        if (!flow_.calls()[call].isStart)
          reach(flow_.calls()[call].node);
      for (uint32_t call : starters_[functionOf_[node]])
        reach(flow_.calls()[call].node);
    }
    if (node == 0 || callOf_[node - 1] == kFar)
      continue;
    uint32_t index = callOf_[node - 1];
    const FlowCall &call = flow_.calls()[index];
    if (kind_ == DistanceKind::Stack) {
      if (through_[index] != kFar)
        queue.reach(call.node, plus(plus(cost_[call.node], through_[index]),
                                    cost));
      continue;
    }
    if (call.isOpaque)
      reach(call.node);
    // The first place behind a call of a function is the nearest.
    for (uint32_t callee : call.callees)
      if (!isLeft[callee]) {
        isLeft[callee] = true;
        for (FlowNode end : returns_[callee])
          queue.reach(end, plus(unit_, cost));
      }
  }
  return queue.take();
}

uint32_t Distances::target(const std::vector<CodePlace> &places) {
  Target made;
  for (CodePlace place : places)
    made.nodes.push_back(nodeOf(place));
  llvm::sort(made.nodes);
  for (uint32_t i = 0; i < targets_.size(); ++i)
    if (targets_[i].nodes == made.nodes)
      return i;
  targets_.push_back(std::move(made));
  return uint32_t(targets_.size() - 1);
}

const Distances::Target &Distances::made(uint32_t number) {
  Target &target = targets_[number];
  if (target.table.empty())
    target.table = makeTable(target.nodes);
  return target;
}

uint32_t Distances::at(const Target &target, FlowNode node,
                       const Below &below) const {
  uint32_t best = target.table[node];
  if (kind_ == DistanceKind::Fsm)
    return best;
  best = std::min(best, plus(plus(toEnd_[node], unit_), below.returned));
  if (below.thrown != kFar && flow_.mayThrow(flow_.functionOf(node)))
    best = std::min(best, plus(unit_, below.thrown));
  return best;
}

uint32_t Distances::atCall(const Target &target, FlowNode node, FlowNode call,
                           uint32_t callee, const Below &below) const {
  const FlowCall &site = flow_.calls()[callOf_[call]];
  uint32_t before = 0; // up to and with the call
  for (FlowNode i = node; i <= call; ++i) {
    if (target.table[i] == 0)
      return before;
    before = plus(before, cost_[i]);
  }
  // Into the callee, or through it, or out of it by an exception.
  const bool isOpaque = flow_.program().functions[callee].code.empty();
  uint32_t through =
      isOpaque ? 0 : plus(toEnd_[flow_.entry(callee)], unit_);
  uint32_t best = plus(through, at(target, site.next, below));
  if (!isOpaque)
    best = std::min(best, target.table[flow_.entry(callee)]);
  if (!isOpaque && flow_.mayThrow(callee)) {
    uint32_t caught = site.pad == kNoNode ? below.thrown
                                          : at(target, site.pad, below);
    best = std::min({best, caught, plus(unit_, below.thrown)});
  }
  return plus(before, best);
}

Distances::Below Distances::behind(const Target &target, FlowNode call,
                                   const Below &below) const {
  Below result;
  result.returned = at(target, call + 1, below);
  result.thrown = below.thrown;
  uint32_t index = callOf_[call];
  if (index != kFar && flow_.calls()[index].pad != kNoNode)
    result.thrown = std::min(result.thrown,
                             at(target, flow_.calls()[index].pad, below));
  return result;
}

uint32_t Distances::ofStack(llvm::ArrayRef<CodePlace> frames,
                            uint32_t number) {
  if (frames.empty())
    return kFar;
  const Target &target = made(number);
  Below below;
  for (CodePlace place : llvm::reverse(frames.drop_front()))
    below = behind(target, nodeOf(place), below);
  return at(target, nodeOf(frames.front()), below);
}

uint32_t Distances::ofThread(const OpenState &state, uint32_t thread,
                             uint32_t number) {
  const FrameNode *top = state.thread(thread).top;
  if (!top)
    return kFar;
  made(number);
  Target &target = targets_[number];
  Below below;
  llvm::SmallVector<const FrameNode *, 32> frames;
  if (kind_ == DistanceKind::Stack)
    for (const FrameNode *frame = top->parent; frame; frame = frame->parent) {
      auto found = frames.size() >= kDeep
                       ? target.known.find(uint64_t(frame->hash))
                       : target.known.end();
      if (found != target.known.end()) {
        below = found->second;
        break;
      }
      frames.push_back(frame);
    }
  if (target.known.size() > kMaxKnown)
    target.known.clear();
  for (size_t i = frames.size(); i-- > 0;) {
    below = behind(target, flow_.node(frames[i]->function, frames[i]->pc),
                   below);
    if (i >= kDeep)
      target.known[uint64_t(frames[i]->hash)] = below;
  }
  FlowNode node = flow_.node(top->function, top->pc);
  if (kind_ == DistanceKind::Stack)
    if (auto next = nextIndirectCall(flow_.program(), state, *top))
      return atCall(target, node, flow_.node(top->function, next->pc),
                    next->callee, below);
  return at(target, node, below);
}

} // namespace rbcheck
