//===- interp/exec/VarArgs.cpp - Variadic calls as on x86-64 --------------===//
//
// clang lowers va_arg to reads of the register save area and the overflow
// area of the System V ABI, so a variadic call lays both out as the ABI does:
// six general registers of 8 bytes, then eight vector registers of 16. Both
// objects end where the arguments end: reading more arguments than were passed
// is out of bounds.
// Tested by test/conformance/Inputs/varargs.c.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Ops.h"
#include "interp/exec/Symbolic.h"

#include <algorithm>

namespace rbcheck {

namespace {

constexpr uint32_t kGeneral = 6, kVector = 8;
constexpr uint32_t kVectorArea = kGeneral * 8;

/// Where arguments go, in order.
struct Passing {
  uint32_t general = 0;    ///< general registers used
  uint32_t vector = 0;     ///< vector registers used
  uint64_t memory = 0;     ///< bytes of the overflow area used

  struct Place {
    bool inRegister;
    uint64_t offset;       ///< in the register save area or the overflow area
  };

  Place take(const Arg &arg) {
    switch (arg.kind) {
    case ArgKind::Int:
      if (general < kGeneral)
        return {true, 8 * general++};
      break;
    case ArgKind::Int128:
      if (general + 2 <= kGeneral) {
        general += 2;
        return {true, 8 * (general - 2)};
      }
      break;
    case ArgKind::Float:
    case ArgKind::Double:
    case ArgKind::Other:
      if (vector < kVector && arg.size <= 16)
        return {true, kVectorArea + 16 * vector++};
      break;
    case ArgKind::X87:
    case ArgKind::ByVal:
      break;
    }
    const uint64_t align = std::max<uint64_t>(arg.align, 8);
    const uint64_t offset = (memory + align - 1) & -align;
    memory = offset + ((std::max<uint64_t>(arg.size, 1) + 7) & ~7ull);
    return {false, offset};
  }
  uint32_t registerBytes() const {
    return vector ? kVectorArea + 16 * vector : 8 * general;
  }
};

} // namespace

bool Core::passVarArgs(const CallSite &site, const uint64_t *r) {
  Passing fixed;
  for (size_t i = 0; i < site.fixedArgs && i < site.args.size(); ++i)
    fixed.take(site.args[i]);
  fixed.memory = 0;
  Passing all = fixed;
  for (size_t i = site.fixedArgs; i < site.args.size(); ++i)
    all.take(site.args[i]);

  VarArgs list;
  list.gpOffset = 8 * fixed.general;
  list.fpOffset = kVectorArea + 16 * fixed.vector;
  list.registerArea = allocateStack(all.registerBytes(), 15);
  list.overflowArea = allocateStack(all.memory, 14);
  uint64_t own = allocateStack(sizeof(list), 13);
  if (!list.registerArea || !list.overflowArea || !own) {
    raise(FaultKind::StackOverflow, "the stack overflows");
    return false;
  }
  top->varargs = own;
  if (!writeBytes(own, &list, sizeof(list)))
    return false;
  Passing next = fixed;
  for (size_t i = site.fixedArgs; i < site.args.size(); ++i) {
    const Arg &arg = site.args[i];
    Passing::Place place = next.take(arg);
    uint64_t to =
        (place.inRegister ? list.registerArea : list.overflowArea) +
        place.offset;
    bool ok = arg.kind == ArgKind::ByVal
                  ? copyBytes(to, r[arg.slot], arg.size)
                  : writeBytes(to, r + arg.slot, arg.slots * 8u);
    if (!ok)
      return false;
    if (symbolic && arg.kind != ArgKind::ByVal)
      symbolic->placeSlots(to, r + arg.slot, arg.slots);
  }
  return true;
}

RB_DEFINE(VaStart) {
  m->stopAt(pc, n);
  if (!m->top->varargs) {
    m->raise(FaultKind::InvalidCall,
             "va_start in a call without variadic arguments");
    return;
  }
  if (!m->copyBytes(r[pc->a], m->top->varargs, sizeof(VarArgs)))
    return;
  RB_NEXT();
}

} // namespace rbcheck
