//===- interp/state/symbolic/Term.cpp - One object per term ---------------------===//
//
// Terms are kept in a table of stripes, each with its own lock, storage and
// open addressing by hash. Nothing is ever removed.
//
//===----------------------------------------------------------------------===//
#include "interp/state/symbolic/Term.h"

#include "interp/state/symbolic/Raw.h"

#include "llvm/Support/Allocator.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <mutex>
#include <vector>

namespace rbcheck {
namespace {

struct Stripe {
  std::mutex lock;
  std::vector<TermRef> slots = std::vector<TermRef>(64);
  size_t used = 0;
  llvm::BumpPtrAllocator storage;

  void grow() {
    std::vector<TermRef> larger(slots.size() * 2);
    for (TermRef each : slots)
      if (each) {
        size_t at = size_t(each->hash) & (larger.size() - 1);
        while (larger[at])
          at = (at + 1) & (larger.size() - 1);
        larger[at] = each;
      }
    slots = std::move(larger);
  }
};

bool isSame(const Term &a, const Term &b) {
  return a.hash == b.hash && a.op == b.op && a.width == b.width &&
         a.value == b.value && a.args[0] == b.args[0] &&
         a.args[1] == b.args[1] && a.args[2] == b.args[2];
}

constexpr unsigned kStripeBits = 6;

TermRef intern(const Term &wanted) {
  // Terms live as long as the process, and so does their table.
  static Stripe *const kStripes = new Stripe[1u << kStripeBits];
  Stripe &stripe = kStripes[size_t(wanted.hash >> (128 - kStripeBits))];
  std::lock_guard guard(stripe.lock);
  if (stripe.used * 4 >= stripe.slots.size() * 3)
    stripe.grow();
  const size_t mask = stripe.slots.size() - 1;
  size_t at = size_t(wanted.hash) & mask;
  for (; stripe.slots[at]; at = (at + 1) & mask)
    if (isSame(*stripe.slots[at], wanted))
      return stripe.slots[at];
  ++stripe.used;
  return stripe.slots[at] = new (stripe.storage.Allocate<Term>()) Term(wanted);
}

} // namespace

TermRef term::raw(TermOp op, unsigned width, uint64_t value,
                  llvm::ArrayRef<TermRef> args) {
  if (width < 1 || width > 64)
    llvm::report_fatal_error("a term of no width or of more than 64 bits",
                             false);
  Term made{op, uint8_t(width), uint8_t(args.size()), value, {}, 0, 0, 0};
  struct {
    uint64_t head, value;
    Hash128 args[3];
  } key{uint64_t(op) << 8 | width, value, {}};
  uint64_t shape[] = {key.head, op == TermOp::Input ? 0 : value, 0, 0, 0};
  for (size_t i = 0; i < args.size(); ++i) {
    made.args[i] = args[i];
    made.inputs |= args[i]->inputs;
    made.hasUndefined |= args[i]->hasUndefined;
    key.args[i] = args[i]->hash;
    shape[2 + i] = args[i]->shape;
  }
  if (op == TermOp::Input)
    made.inputs = uint64_t(1) << value % 64;
  if (op == TermOp::Undefined)
    made.hasUndefined = true;
  made.hash = hashBytes(&key, sizeof(key), 0x7465726d);
  made.shape = uint64_t(hashBytes(shape, sizeof(shape), 0x736861));
  return intern(made);
}

TermRef term::constant(uint64_t value, unsigned width) {
  return raw(TermOp::Constant, width,
             width < 64 ? value & onesOf(width) : value, {});
}

TermRef term::input(uint32_t number, unsigned width) {
  return raw(TermOp::Input, width, number, {});
}

TermRef term::undefined(unsigned width, uint64_t origin) {
  return raw(TermOp::Undefined, width, origin, {});
}

uint64_t term::originOf(TermRef of) {
  while (of->op != TermOp::Undefined) {
    const TermRef *part = std::find_if(
        of->args, of->args + of->argCount,
        [](TermRef arg) { return arg->hasUndefined; });
    if (part == of->args + of->argCount)
      llvm::report_fatal_error("a term without undefined parts", false);
    of = *part;
  }
  return of->value;
}

uint64_t term::fold(TermOp op, uint64_t a, uint64_t b, unsigned width) {
  const uint64_t ones = onesOf(width);
  const int64_t sa = signedOf(a, width), sb = signedOf(b, width);
  switch (op) {
  case TermOp::Add:
    return (a + b) & ones;
  case TermOp::Sub:
    return (a - b) & ones;
  case TermOp::Mul:
    return (a * b) & ones;
  case TermOp::UDiv:
    return b ? a / b : ones;
  case TermOp::URem:
    return b ? a % b : a;
  case TermOp::SDiv:
    if (sb == 0)
      return sa < 0 ? 1 : ones;
    return (sb == -1 ? -a : uint64_t(sa / sb)) & ones;
  case TermOp::SRem:
    if (sb == 0)
      return a;
    return (sb == -1 ? 0 : uint64_t(sa % sb)) & ones;
  case TermOp::And:
    return a & b;
  case TermOp::Or:
    return a | b;
  case TermOp::Xor:
    return a ^ b;
  case TermOp::Shl:
    return b < width ? (a << b) & ones : 0;
  case TermOp::LShr:
    return b < width ? a >> b : 0;
  case TermOp::AShr:
    return uint64_t(sa >> (b < width ? b : width - 1)) & ones;
  case TermOp::Eq:
    return a == b;
  case TermOp::ULt:
    return a < b;
  case TermOp::SLt:
    return sa < sb;
  case TermOp::Constant:
  case TermOp::Input:
  case TermOp::Ite:
  case TermOp::Concat:
  case TermOp::Extract:
  case TermOp::ZExt:
  case TermOp::SExt:
  case TermOp::Undefined:
    break;
  }
  llvm::report_fatal_error("not a binary operation on terms", false);
}

uint64_t term::apply(TermRef of, const uint64_t *args) {
  switch (of->op) {
  case TermOp::Constant:
    return of->value;
  case TermOp::Ite:
    return args[0] ? args[1] : args[2];
  case TermOp::Concat:
    return args[0] << of->args[1]->width | args[1];
  case TermOp::Extract:
    return args[0] >> of->value & onesOf(of->width);
  case TermOp::ZExt:
    return args[0];
  case TermOp::SExt:
    return uint64_t(signedOf(args[0], of->args[0]->width)) & onesOf(of->width);
  case TermOp::Undefined:
    return 0;
  default:
    return fold(of->op, args[0], args[1], of->args[0]->width);
  }
}

} // namespace rbcheck
