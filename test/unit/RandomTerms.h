//===- test/unit/RandomTerms.h - Expressions that nobody simplifies -------===//
//
// Random expressions over inputs, kept as they are written. They are evaluated
// here with plain arithmetic that shares no code with interp/symbolic, and
// built as terms in two ways: with the simplifier, and without.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/symbolic/Raw.h"
#include "search/Rng.h"

#include <vector>

namespace rbcheck {

struct RandomTerms {
  struct Node {
    TermOp op;
    unsigned width;
    uint64_t value = 0; ///< of constants, inputs (number), Extract (low bit)
    size_t args[3] = {};
  };
  using Signed = __int128;

  std::vector<Node> nodes;
  std::vector<size_t> inputs; ///< nodes that are

  static bool isDivision(TermOp op) {
    return op >= TermOp::UDiv && op <= TermOp::SRem;
  }

  /// `inputWidths`: of the inputs; `count` operations on them, of widths taken
  /// from `widths`.
  RandomTerms(Rng &rng, llvm::ArrayRef<unsigned> inputWidths,
              llvm::ArrayRef<unsigned> widths, unsigned count,
              bool hasDivisions = true)
      : rng_(rng), widths_(widths), hasDivisions_(hasDivisions) {
    for (unsigned width : inputWidths) {
      inputs.push_back(nodes.size());
      nodes.push_back({TermOp::Input, width, inputs.size() - 1, {}});
    }
    for (unsigned i = 0; i < count; ++i)
      addOperation();
  }

  /// Values of all nodes.
  std::vector<uint64_t> evaluate(llvm::ArrayRef<uint64_t> ofInputs) const {
    std::vector<uint64_t> values;
    for (const Node &node : nodes)
      values.push_back(valueOf(node, values, ofInputs));
    return values;
  }

  std::vector<TermRef> simplified() const {
    std::vector<TermRef> terms;
    for (const Node &node : nodes) {
      auto arg = [&](unsigned i) { return terms[node.args[i]]; };
      switch (node.op) {
      case TermOp::Constant:
        terms.push_back(term::constant(node.value, node.width));
        break;
      case TermOp::Input:
        terms.push_back(term::input(uint32_t(node.value), node.width));
        break;
      case TermOp::Ite:
        terms.push_back(term::ite(arg(0), arg(1), arg(2)));
        break;
      case TermOp::Concat:
        terms.push_back(term::concat(arg(0), arg(1)));
        break;
      case TermOp::Extract:
        terms.push_back(
            term::extract(arg(0), unsigned(node.value), node.width));
        break;
      case TermOp::ZExt:
        terms.push_back(term::zeroExtend(arg(0), node.width));
        break;
      case TermOp::SExt:
        terms.push_back(term::signExtend(arg(0), node.width));
        break;
      default:
        terms.push_back(term::binary(node.op, arg(0), arg(1)));
      }
    }
    return terms;
  }

  std::vector<TermRef> asWritten() const {
    std::vector<TermRef> terms;
    for (const Node &node : nodes) {
      llvm::SmallVector<TermRef, 3> args;
      for (unsigned i = 0; i < argCount(node.op); ++i)
        args.push_back(terms[node.args[i]]);
      terms.push_back(term::raw(node.op, node.width, node.value, args));
    }
    return terms;
  }

private:
  static unsigned argCount(TermOp op) {
    switch (op) {
    case TermOp::Constant:
    case TermOp::Input:
      return 0;
    case TermOp::Extract:
    case TermOp::ZExt:
    case TermOp::SExt:
      return 1;
    case TermOp::Ite:
      return 3;
    default:
      return 2;
    }
  }

  static uint64_t cut(unsigned __int128 value, unsigned width) {
    return uint64_t(value % ((unsigned __int128)1 << width));
  }
  static Signed toSigned(uint64_t value, unsigned width) {
    const Signed half = (Signed)1 << (width - 1);
    return (Signed)value >= half ? (Signed)value - 2 * half : (Signed)value;
  }

  uint64_t valueOf(const Node &node, const std::vector<uint64_t> &values,
                   llvm::ArrayRef<uint64_t> ofInputs) const {
    const unsigned w = node.width;
    const uint64_t a = values.empty() ? 0 : values[node.args[0]];
    const uint64_t b = values.empty() ? 0 : values[node.args[1]];
    const unsigned wide = nodes[node.args[0]].width;
    const Signed sa = toSigned(a, wide), sb = toSigned(b, wide);
    using U = unsigned __int128;
    switch (node.op) {
    case TermOp::Constant:
      return node.value;
    case TermOp::Input:
      return ofInputs[node.value];
    case TermOp::Add:
      return cut(U(a) + b, w);
    case TermOp::Sub:
      return cut((U(1) << w) + a - b, w);
    case TermOp::Mul:
      return cut(U(a) * b, w);
    case TermOp::UDiv:
      return b == 0 ? cut(~U(0), w) : a / b;
    case TermOp::URem:
      return b == 0 ? a : a % b;
    case TermOp::SDiv:
      return b == 0 ? cut(U(sa < 0 ? 1 : -1), w) : cut(U(sa / sb), w);
    case TermOp::SRem:
      return b == 0 ? a : cut(U(sa % sb), w);
    case TermOp::And:
      return a & b;
    case TermOp::Or:
      return a | b;
    case TermOp::Xor:
      return a ^ b;
    case TermOp::Shl:
      return b >= w ? 0 : cut(U(a) << b, w);
    case TermOp::LShr:
      return b >= w ? 0 : a >> b;
    case TermOp::AShr:
      return cut(U(sa >> (b >= w ? w : unsigned(b))), w);
    case TermOp::Eq:
      return a == b;
    case TermOp::ULt:
      return a < b;
    case TermOp::SLt:
      return sa < sb;
    case TermOp::Ite:
      return a ? b : values[node.args[2]];
    case TermOp::Concat:
      return cut(U(a) << nodes[node.args[1]].width | b, w);
    case TermOp::Extract:
      return cut(U(a) >> node.value, w);
    case TermOp::ZExt:
      return a;
    case TermOp::SExt:
      return cut(U(sa), w);
    case TermOp::Undefined: // none is made
      break;
    }
    return 0;
  }

  size_t add(Node node) {
    nodes.push_back(node);
    return nodes.size() - 1;
  }

  size_t number(unsigned width) {
    const uint64_t one = 1;
    const unsigned bit = rng_.below(width);
    const uint64_t choices[] = {0,
                                1,
                                ~uint64_t(0),
                                one << bit,
                                (one << bit) - 1,
                                ~(one << bit),
                                one << (width - 1),
                                (one << (width - 1)) - 1,
                                rng_.below(8),
                                rng_.next(),
                                rng_.next(),
                                rng_.next() & (rng_.next() >> 13)};
    return add(
        {TermOp::Constant, width, cut(choices[rng_.below(12)], width), {}});
  }

  /// A node of that width: one there is, extended or cut, or a constant.
  size_t operand(unsigned width) {
    if (rng_.below(5) == 0)
      return number(width);
    // Young nodes more often, so that expressions get deep.
    const auto size = uint32_t(nodes.size());
    const size_t found =
        size - 1 - std::min(rng_.below(size), rng_.below(size));
    const unsigned has = nodes[found].width;
    if (has == width)
      return found;
    if (has < width && has + 1 < width && rng_.below(3) == 0) {
      const size_t low = operand(width - has);
      return add({TermOp::Concat, width, 0, {found, low}});
    }
    if (has < width)
      return add(
          {rng_.below(2) ? TermOp::ZExt : TermOp::SExt, width, 0, {found}});
    return add({TermOp::Extract,
                width,
                rng_.below(2) ? 0 : rng_.below(has - width + 1),
                {found}});
  }

  void addOperation() {
    const unsigned width = widths_[rng_.below(uint32_t(widths_.size()))];
    TermOp op;
    do
      op = TermOp(unsigned(TermOp::Add) +
                  rng_.below(unsigned(TermOp::Ite) - unsigned(TermOp::Add) + 1));
    while (isDivision(op) && !hasDivisions_);
    size_t condition = op == TermOp::Ite ? operand(1) : 0;
    const size_t a = operand(width);
    const size_t b = rng_.below(8) ? operand(width) : a;
    if (op == TermOp::Ite)
      add({op, width, 0, {condition, a, b}});
    else
      add({op, op >= TermOp::Eq && op <= TermOp::SLt ? 1 : width, 0, {a, b}});
  }

  Rng &rng_;
  llvm::ArrayRef<unsigned> widths_;
  const bool hasDivisions_;
};

} // namespace rbcheck
