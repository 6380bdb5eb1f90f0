//===- interp/exec/Frame.h - What the running thread works with -----------===//
//
// Plain data of the machine (Core.h): a frame in its unpacked form, where an
// address leads, and a list of variadic arguments.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/Program.h"
#include "interp/state/Object.h"

namespace rbcheck {

struct Frame {
  const Function *fn;
  const Insn *pc;             ///< valid for callers and stopped threads
  uint64_t *base;             ///< slot 0
  uint32_t stackMark;
  uint32_t flags;
  uint64_t varargs;
  uint64_t preset;
};

/// Which function an indirect call called last, and how.
struct IndirectCall {
  const Insn *at = nullptr;
  uint64_t target = 0;
  DirectCall call;
};

/// Where an address leads.
struct Place {
  Object *object = nullptr;         ///< null for constants
  const Global *constant = nullptr;
  uint64_t offset = 0;
  uint64_t size = 0;                ///< of the whole object
};

constexpr uint32_t kNoThread = ~0u;

/// A va_list of the x86-64 ABI.
struct VarArgs {
  uint32_t gpOffset = 0;
  uint32_t fpOffset = 0;
  uint64_t overflowArea = 0;
  uint64_t registerArea = 0;
};

} // namespace rbcheck
