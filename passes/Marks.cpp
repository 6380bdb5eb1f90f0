//===- passes/Marks.cpp - Reading and writing marks -----------------------===//
//
// The only place that knows how a mark is spelled as metadata. Reading never
// trusts the input: a malformed mark reads as no mark.
// Tested by test/passes/marks-*.
//
//===----------------------------------------------------------------------===//
#include "passes/Marks.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace rbcheck {
namespace {

constexpr StringLiteral kMetadataName = "rbcheck";

std::optional<MarkKind> parseKind(StringRef word) {
#define RB_MARK(name, text, meaning)                                           \
  if (word == (text))                                                          \
    return MarkKind::name;
  RB_MARK_KINDS(RB_MARK)
#undef RB_MARK
  return std::nullopt;
}

} // namespace

StringRef getMarkKindName(MarkKind kind) {
  switch (kind) {
#define RB_MARK(name, word, meaning)                                           \
  case MarkKind::name:                                                         \
    return word;
    RB_MARK_KINDS(RB_MARK)
#undef RB_MARK
  }
  llvm_unreachable("complete switch");
}

std::optional<Mark> getMark(const Instruction &inst) {
  if (!inst.hasMetadataOtherThanDebugLoc())
    return std::nullopt;
  const MDNode *node = inst.getMetadata(kMetadataName);
  if (!node || node->getNumOperands() < 2)
    return std::nullopt;
  auto *id = mdconst::dyn_extract_or_null<ConstantInt>(node->getOperand(0));
  auto *word = dyn_cast_or_null<MDString>(node->getOperand(1).get());
  if (!id || id->getBitWidth() != 64 || !word)
    return std::nullopt;
  std::optional<MarkKind> kind = parseKind(word->getString());
  if (!kind)
    return std::nullopt;
  return Mark{id->getZExtValue(), *kind};
}

void setMark(Instruction &inst, Mark mark) {
  LLVMContext &context = inst.getContext();
  Constant *id = ConstantInt::get(Type::getInt64Ty(context), mark.id);
  Metadata *operands[] = {ConstantAsMetadata::get(id),
                          MDString::get(context, getMarkKindName(mark.kind))};
  inst.setMetadata(kMetadataName, MDNode::get(context, operands));
}

void clearMark(Instruction &inst) { inst.setMetadata(kMetadataName, nullptr); }

void clearMarks(Module &module) {
  unsigned kind = module.getContext().getMDKindID(kMetadataName);
  for (Function &function : module)
    for (Instruction &inst : instructions(function))
      if (inst.hasMetadataOtherThanDebugLoc())
        inst.setMetadata(kind, nullptr);
}

bool isShared(const Instruction &inst) { return getMark(inst).has_value(); }

} // namespace rbcheck
