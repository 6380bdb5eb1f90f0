//===- search/guide/Distance.h - How far a thread is from a place ---------===//
//
// A lower bound of the instructions that a thread executes until it, or a
// thread that it starts, comes to one of some places, by the control flow of
// the program (Flow.h) and the calls that the thread is in. Values of
// variables are not looked at, so it may be less, never more, than what really
// is needed (but for what Flow.h leaves out).
//
// Per program: X(n), the cheapest way from node n to the end of its function,
// and with it the cheapest way through a function. It is the smallest solution
// of equations in which calls add two unknowns; Knuth's generalisation of
// Dijkstra's algorithm finds it (Inf. Proc. Letters 6(1), 1977). Per target:
// T(n), the cheapest way from n to the target without returning from the
// function of n; an ordinary shortest path. A thread then takes the cheapest
// of: T here, or return (X) and go on in the caller, which the stack knows.
// So a return is only ever followed to the caller it has: unbounded context.
//
// A thread that stands before a call through a pointer whose callee is known by
// now (Callee.h) takes that one instead of all that might have been called.
//
// `Fsm` is the simpler measure that ignores the stack: every return may go to
// every caller. It is never larger.
//
// Tested by test/unit/DistanceTest.cpp against a plain search with a stack.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Fault.h"
#include "interp/program/Flow.h"
#include "interp/state/OpenState.h"

#include "llvm/ADT/DenseMap.h"

#include <memory>

namespace rbcheck {

enum class DistanceKind : uint8_t { Stack, Fsm };
enum class DistanceCost : uint8_t {
  Instructions, ///< every instruction counts 1
  Visible       ///< only those that other threads may notice
};

/// The distance to a place that cannot be reached.
constexpr uint32_t kFar = ~0u;

class Distances {
public:
  Distances(const Program &program, DistanceKind kind, DistanceCost cost);

  /// A target is any of some places; the same places give the same number. Its
  /// table is made when it is first asked for.
  uint32_t target(const std::vector<CodePlace> &places);

  /// Of a thread of a state; kFar for one that has ended.
  uint32_t ofThread(const OpenState &state, uint32_t thread, uint32_t target);
  /// Of a stack, innermost frame first; the others are at their calls.
  uint32_t ofStack(llvm::ArrayRef<CodePlace> frames, uint32_t target);

  const Flow &flow() const { return flow_; }
  /// Cheapest way from a place to the end of its function.
  uint32_t toEnd(CodePlace place) const { return toEnd_[nodeOf(place)]; }

private:
  /// What lies below a frame: the cheapest ways to the target after the frame
  /// returned, and after it was left by an exception.
  struct Below {
    uint32_t returned = kFar;
    uint32_t thrown = kFar;
  };
  struct Target {
    std::vector<FlowNode> nodes;
    std::vector<uint32_t> table; ///< T, or for Fsm all; empty if not made yet
    /// Below of a frame's callee, by the frame's hash, which covers all of its
    /// callers; only for deep stacks.
    llvm::DenseMap<uint64_t, Below> known;
  };
  class Queue;

  FlowNode nodeOf(CodePlace place) const {
    return flow_.node(place.function, place.pc);
  }
  void makeGraph();
  void findEnds();
  const Target &made(uint32_t target);
  std::vector<uint32_t> makeTable(const std::vector<FlowNode> &from) const;
  uint32_t at(const Target &target, FlowNode node, const Below &below) const;
  /// The same for a frame whose next call is known to enter `callee`.
  uint32_t atCall(const Target &target, FlowNode node, FlowNode call,
                  uint32_t callee, const Below &below) const;
  Below behind(const Target &target, FlowNode call, const Below &below) const;

  DistanceKind kind_;
  uint32_t unit_; ///< cost of a return
  Flow flow_;
  std::vector<uint32_t> cost_; ///< by node
  /// Predecessors by plain control flow: from predStart_[n] on in preds_.
  std::vector<uint32_t> predStart_;
  std::vector<FlowNode> preds_;
  std::vector<uint32_t> callOf_;     ///< by node: index of its call, or kFar
  std::vector<uint32_t> functionOf_; ///< by node: function it is the entry of
  std::vector<std::vector<uint32_t>> callers_; ///< by function: calls
  std::vector<std::vector<uint32_t>> starters_;
  std::vector<std::vector<FlowNode>> returns_; ///< by function
  std::vector<uint32_t> through_; ///< by call: cheapest way through a callee
  std::vector<uint32_t> toEnd_;   ///< X
  std::vector<Target> targets_;
};

} // namespace rbcheck
