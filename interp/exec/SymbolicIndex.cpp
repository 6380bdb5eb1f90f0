//===- interp/exec/SymbolicIndex.cpp - Indices that depend on inputs ------===//
//
// The address of an access is a known pointer plus an index that depends on
// inputs. First it is settled whether that is inside of the object. If not, one
// value is enough: the access fails for each of them. If it is, a table that
// others do not write meanwhile is looked up as a term, a choice of all its
// elements; else each index is an alternative. So is what `a ? b : c` chooses.
// Tested by test/symbolic/index*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Ops.h"
#include "interp/exec/Symbolic.h"
#include "interp/state/symbolic/Values.h"

namespace rbcheck {

namespace {

/// Elements of a table that becomes a term.
constexpr uint64_t kLargestTable = 512;

/// values[at - first], chosen by halves; equal ones are one.
TermRef chooseOf(TermRef at, llvm::ArrayRef<TermRef> values, uint64_t first) {
  if (values.size() == 1)
    return values[0];
  const size_t half = values.size() / 2;
  const TermRef low = chooseOf(at, values.take_front(half), first);
  const TermRef high = chooseOf(at, values.drop_front(half), first + half);
  if (low == high)
    return low;
  return term::ite(
      term::binary(TermOp::ULt, at, term::constant(first + half, at->width)),
      low, high);
}

} // namespace

/// Which indices lead into the object that the address a + imm is in, for
/// `size` bytes each.
std::optional<Symbolic::Indices>
Symbolic::indicesOf(const Insn *pc, const uint64_t *r, uint64_t size) const {
  const uint64_t scale = pc->c & kScaleMask;
  const std::optional<Extent> extent = core_.extentAt(r[pc->a]);
  if (!scale || !extent || !extent->holds(r[pc->a]) || extent->size < size ||
      extent->size >= kSpan)
    return std::nullopt;
  // Offsets of the first and the last one, from the element of index 0.
  const int64_t zero = int64_t(r[pc->a] - extent->base) + int64_t(pc->imm);
  const int64_t step = int64_t(scale);
  auto floorOf = [&](int64_t offset) {
    return offset >= 0 ? offset / step : -((-offset + step - 1) / step);
  };
  const int64_t first = -floorOf(zero);
  const int64_t last = floorOf(int64_t(extent->size - size) - zero);
  if (last < first)
    return std::nullopt;
  return Indices{first, uint64_t(last - first) + 1, uint64_t(zero),
                 extent->size - size + 1};
}

/// The index is known (false), or known to be one of `indices` (true). None: not
/// yet.
std::optional<bool> Symbolic::settleInside(const Insn *pc, uint64_t n,
                                           uint64_t *r, const Indices &indices,
                                           bool isUsed) {
  const TermRef index = valueOf(r + pc->b, 64);
  const TermRef at = term::binary(TermOp::Sub, index,
                                  term::constant(uint64_t(indices.first), 64));
  const std::optional<uint64_t> isInside = decide(
      pc, n, term::binary(TermOp::ULt, at, term::constant(indices.count, 64)));
  if (!isInside)
    return std::nullopt;
  if (*isInside || !isOpen(r + pc->b))
    return *isInside != 0;
  // A large one may come to the object again, modulo 2^64.
  if (const uint64_t scale = pc->c & kScaleMask; scale > 1) {
    const TermRef offset = term::binary(
        TermOp::Add,
        term::binary(TermOp::Mul, index, term::constant(scale, 64)),
        term::constant(indices.zero, 64));
    const std::optional<uint64_t> isAround = decide(
        pc, n,
        term::binary(TermOp::ULt, offset, term::constant(indices.room, 64)));
    if (!isAround || (*isAround && !fix(pc, n, r + pc->b)))
      return std::nullopt;
    if (!isOpen(r + pc->b))
      return false;
  }
  const TermRef open = shadow(r + pc->b);
  const ValueSet found =
      possibleValues(*solver_, core_.state.shadows()->path, open, 1);
  if (!found.isKnown || found.values.empty()) {
    core_.cutPath(pc, n,
                  "the solver gave up on a value that depends on an "
                  "input");
    return std::nullopt;
  }
  // A pointer that nobody follows can be any of them.
  if (!isUsed && !found.isComplete)
    addTo(core_.approximations,
          {ApproximationKind::InputValues, "",
           "--symbolic-values=" + std::to_string(options_.mostValues),
           core_.placeOf(pc)});
  commit(open, found.values[0]);
  return false;
}

/// The index of an access is known. False: not yet.
bool Symbolic::fixIndex(const Insn *pc, uint64_t n, uint64_t *r, uint64_t size,
                        bool isUsed) {
  if (!fix(pc, n, r + pc->a))
    return false;
  if (!isOpen(r + pc->b))
    return true;
  if (const std::optional<Indices> indices = indicesOf(pc, r, size))
    if (!settleInside(pc, n, r, *indices, isUsed))
      return false;
  return fix(pc, n, r + pc->b);
}

/// A load whose index is not known: the element as a term, if it can be one.
Symbolic::Executed Symbolic::lookUp(const Insn *pc, uint64_t *r, uint64_t n,
                                    unsigned size) {
  const std::optional<Indices> indices = indicesOf(pc, r, size);
  if (!indices || indices->count > kLargestTable)
    return {Way::Plain};
  const std::optional<bool> isInside =
      settleInside(pc, n, r, *indices, /*isUsed=*/true);
  if (!isInside)
    return {Way::Stop};
  if (!*isInside || !isOpen(r + pc->b))
    return {Way::Plain};
  const uint64_t scale = pc->c & kScaleMask;
  const uint64_t begin =
      r[pc->a] + uint64_t(int64_t(pc->imm)) + uint64_t(indices->first) * scale;
  const uint64_t bytes = (indices->count - 1) * scale + size;
  Place place;
  if (!core_.resolve(begin, bytes, false, place)) {
    core_.end = StepEnd::Parked; // said by the access itself
    core_.fault.reset();
    return {Way::Plain};
  }
  // What others see is which element it is.
  if (!place.constant && core_.multi && core_.touchesShared(begin, bytes))
    return {Way::Plain};
  std::vector<TermRef> values;
  for (uint64_t i = 0; i < indices->count; ++i) {
    uint8_t known[8] = {};
    Place element = place;
    element.offset += i * scale;
    core_.readPlace(element, known, size);
    values.push_back(bytesAt(begin + i * scale, known, size));
    if (values.back()->isConstant() && !isNumber(values.back()->value))
      return {Way::Plain}; // terms hold no pointers
    if (values.back()->hasUndefined)
      return {Way::Plain}; // that element need not be the one
  }
  const TermRef at = term::binary(TermOp::Sub, valueOf(r + pc->b, 64),
                                  term::constant(uint64_t(indices->first), 64));
  set(r + pc->dst, chooseOf(at, values, 0));
  return {Way::Next};
}

/// Surely no pointer.
bool Symbolic::isNumber(uint64_t value) const {
  return isNearNull(value) || (value >> 32 == 0 && !core_.extentAt(value));
}

/// A select of two numbers is one term, without alternatives.
std::optional<Symbolic::Executed> Symbolic::choose(const Insn *pc,
                                                   uint64_t *r) {
  if (!isOpen(r + pc->a))
    return std::nullopt;
  for (const uint64_t *arm : {r + pc->b, r + pc->c})
    if (!isOpen(arm) && !isNumber(*arm))
      return std::nullopt;
  if (isUndefined(r + pc->b) || isUndefined(r + pc->c))
    return std::nullopt; // only if it is chosen
  const unsigned bits = widthOf(r + pc->b, r + pc->c);
  set(r + pc->dst, term::ite(valueOf(r + pc->a, 1), valueOf(r + pc->b, bits),
                             valueOf(r + pc->c, bits)));
  return Executed{Way::Next};
}

} // namespace rbcheck
