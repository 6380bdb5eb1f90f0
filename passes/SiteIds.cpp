//===- passes/SiteIds.cpp - Hashing source places into ids ----------------===//
//
// The key is text with separators that no source name contains; xxh3 of it is
// the id. Changing the key or the hash changes every stored id, so don't.
// Tested by test/passes/ids-*.
//
//===----------------------------------------------------------------------===//
#include "passes/SiteIds.h"

#include "passes/LibraryCalls.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace rbcheck {
namespace {

bool isMemoryFreeIntrinsic(const IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::assume:
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::invariant_start:
  case Intrinsic::invariant_end:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::stacksave:
  case Intrinsic::stackrestore:
  case Intrinsic::threadlocal_address:
  case Intrinsic::prefetch:
  case Intrinsic::var_annotation:
  case Intrinsic::ptr_annotation:
    return true;
  default:
    break;
  }
  if (isa<DbgInfoIntrinsic>(call) || !call.mayReadOrWriteMemory())
    return true;
  return none_of(call.args(), [](const Use &arg) {
    return arg->getType()->isPtrOrPtrVectorTy();
  });
}

MarkKind getCallKind(const CallBase &call) {
  if (call.isInlineAsm())
    return MarkKind::Asm;
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return MarkKind::Call;
  // The only thing the call of a defined function itself touches.
  if (isDefinedHere(*callee))
    return MarkKind::Bulk;
  return getLibraryCallKind(callee->getName());
}

/// The sort of instruction as it enters the id. Coarser than the mark's kind:
/// linking may define a callee, and the id must not notice.
StringRef getSort(const Instruction &inst) {
  if (isa<IntrinsicInst>(inst))
    return "intrinsic";
  if (isa<CallBase>(inst))
    return "call";
  return inst.getOpcodeName();
}

void writeFunction(raw_ostream &os, const DISubprogram &function) {
  StringRef linkage = function.getLinkageName();
  os << (linkage.empty() ? function.getName() : linkage) << '\n';
}

void writeLocation(raw_ostream &os, const DILocation &loc) {
  const DISubprogram *function = loc.getScope()->getSubprogram();
  os << loc.getFilename() << '\n';
  if (function)
    writeFunction(os, *function);
  bool relative =
      function && loc.getLine() && function->getFilename() == loc.getFilename();
  int64_t line = loc.getLine();
  os << (relative ? line - function->getLine() : line) << ':' << loc.getColumn()
     << '\n';
}

/// All of the key but the ordinal.
SmallString<128> makeKey(const Instruction &inst, bool isLate) {
  SmallString<128> key;
  raw_svector_ostream os(key);
  os << (isLate ? "late " : "") << getSort(inst) << '\n';
  if (const DILocation *loc = inst.getDebugLoc()) {
    for (; loc; loc = loc->getInlinedAt())
      writeLocation(os, *loc);
    return key;
  }
  const Function &function = *inst.getFunction();
  if (const DISubprogram *subprogram = function.getSubprogram()) {
    os << subprogram->getFilename() << '\n';
    writeFunction(os, *subprogram);
  } else {
    os << '\n' << function.getName() << '\n';
  }
  return key;
}

void numberFunction(Function &function) {
  bool isLate = any_of(instructions(function), [](const Instruction &inst) {
    return getMark(inst).has_value();
  });
  StringMap<unsigned> ordinals;
  for (Instruction &inst : instructions(function)) {
    std::optional<MarkKind> kind = getSiteKind(inst);
    if (!kind || getMark(inst))
      continue;
    SmallString<128> key = makeKey(inst, isLate);
    unsigned ordinal = ordinals[key]++;
    raw_svector_ostream(key) << '#' << ordinal;
    setMark(inst, {xxh3_64bits(key), *kind});
  }
}

} // namespace

std::optional<MarkKind> getSiteKind(const Instruction &inst) {
  if (inst.isAtomic())
    return MarkKind::Atomic;
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&inst)) {
    if (isMemoryFreeIntrinsic(*intrinsic))
      return std::nullopt;
    return MarkKind::Bulk;
  }
  if (auto *call = dyn_cast<CallBase>(&inst))
    return getCallKind(*call);
  if (isa<LoadInst>(inst))
    return MarkKind::Read;
  if (isa<StoreInst, VAArgInst>(inst))
    return MarkKind::Write;
  return std::nullopt;
}

void numberSites(Module &module) {
  for (Function &function : module)
    numberFunction(function);
}

} // namespace rbcheck
