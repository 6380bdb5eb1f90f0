//===- interp/program/DecodeConstants.cpp - Constants become numbers ------===//
#include "interp/program/DecodeConstants.h"

#include "interp/state/Stray.h"

#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace rbcheck {

/// Appends an integer as slots of 64 bits, low ones first.
static void appendBits(const APInt &bits, SmallVectorImpl<uint64_t> &out) {
  for (unsigned at = 0; at < bits.getBitWidth(); at += 64)
    out.push_back(bits.extractBitsAsZExtValue(
        std::min(bits.getBitWidth() - at, 64u), at));
}

static APInt fromSlots(ArrayRef<uint64_t> slots, unsigned width) {
  return APInt(unsigned(64 * slots.size()), slots).trunc(width);
}

bool ConstantEvaluator::evaluate(const Constant &constant,
                                 SmallVectorImpl<uint64_t> &out) {
  Type *type = constant.getType();
  auto slots = types_.slots(type);
  if (!slots)
    return false;
  if (isa<UndefValue>(constant) || isa<ConstantAggregateZero>(constant) ||
      isa<ConstantPointerNull>(constant)) {
    out.append(*slots, 0);
    return true;
  }
  // ConstantInt and ConstantFP may be splats of vectors.
  if (!type->isVectorTy()) {
    if (auto *integer = dyn_cast<ConstantInt>(&constant)) {
      appendBits(integer->getValue(), out);
      return true;
    }
    if (auto *real = dyn_cast<ConstantFP>(&constant)) {
      appendBits(real->getValueAPF().bitcastToAPInt(), out);
      return true;
    }
  }
  if (auto *data = dyn_cast<ConstantDataSequential>(&constant)) {
    for (unsigned i = 0; i < data->getNumElements(); ++i)
      if (!evaluate(*data->getElementAsConstant(i), out))
        return false;
    return true;
  }
  if (auto *aggregate = dyn_cast<ConstantAggregate>(&constant)) {
    for (const Use &operand : aggregate->operands())
      if (!evaluate(*cast<Constant>(operand), out))
        return false;
    return true;
  }
  if (auto *vector = dyn_cast<FixedVectorType>(type);
      vector && !isa<ConstantExpr>(constant)) {
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      Constant *element = constant.getAggregateElement(i);
      if (!element || !evaluate(*element, out))
        return false;
    }
    return true;
  }
  if (auto *alias = dyn_cast<GlobalAlias>(&constant))
    return evaluate(*alias->getAliasee(), out);
  if (auto *global = dyn_cast<GlobalValue>(&constant)) {
    auto found = addresses_.globals.find(global);
    if (found == addresses_.globals.end())
      return false;
    out.push_back(found->second);
    return true;
  }
  if (auto *block = dyn_cast<BlockAddress>(&constant)) {
    auto found = addresses_.blocks.find(block->getBasicBlock());
    if (found == addresses_.blocks.end())
      return false;
    out.push_back(found->second);
    return true;
  }
  if (auto *local = dyn_cast<DSOLocalEquivalent>(&constant))
    return evaluate(*local->getGlobalValue(), out);
  if (auto *plain = dyn_cast<NoCFIValue>(&constant))
    return evaluate(*plain->getGlobalValue(), out);
  if (auto *expression = dyn_cast<ConstantExpr>(&constant))
    return evaluateExpression(*expression, out);
  return false;
}

bool ConstantEvaluator::castBits(const Constant &source, Type *to,
                                 SmallVectorImpl<uint64_t> &out) {
  auto from = types_.layout(source.getType()), into = types_.layout(to);
  SmallVector<uint64_t, 8> slots;
  if (!from || !into || !evaluate(source, slots))
    return false;
  std::vector<uint8_t> bytes(
      std::max(layouts_[*from].size, layouts_[*into].size) + 8);
  packSlots(layouts_[*from], slots, bytes);
  size_t first = out.size();
  out.resize(first + *types_.slots(to));
  unpackSlots(layouts_[*into], bytes,
              MutableArrayRef<uint64_t>(out).drop_front(first));
  return true;
}

bool ConstantEvaluator::evaluateGep(const ConstantExpr &expression,
                                    SmallVectorImpl<uint64_t> &out) {
  auto &gep = cast<GEPOperator>(expression);
  if (gep.getType()->isVectorTy())
    return false;
  SmallVector<uint64_t, 2> base;
  if (!evaluate(*cast<Constant>(gep.getPointerOperand()), base))
    return false;
  uint64_t address = base[0];
  for (auto i = gep_type_begin(gep), e = gep_type_end(gep); i != e; ++i) {
    SmallVector<uint64_t, 2> index;
    auto *operand = cast<Constant>(i.getOperand());
    if (operand->getType()->isVectorTy() || !evaluate(*operand, index))
      return false;
    if (StructType *structure = i.getStructTypeOrNull()) {
      address += dataLayout_.getStructLayout(structure)
                     ->getElementOffset(unsigned(index[0]))
                     .getFixedValue();
      continue;
    }
    APInt number = fromSlots(index, types_.bits(operand->getType()));
    uint64_t stride = i.getSequentialElementStride(dataLayout_);
    address += uint64_t(number.sextOrTrunc(64).getSExtValue()) * stride;
  }
  // `a[20000]` of a small array must not become the address of another one.
  auto extentAt = [&](uint64_t at) -> std::optional<Extent> {
    const Global *global = regionOf(at) == RegionKind::Global && isCanonical(at)
                               ? program_.globalAt(globalIndexOf(at))
                               : nullptr;
    if (!global || global->external)
      return std::nullopt;
    Extent extent = {globalAddress(global->index), global->size};
    return extent.holds(at) ? std::optional(extent) : std::nullopt;
  };
  out.push_back(
      stepPointer(base[0], address - base[0], gep.isInBounds(), extentAt));
  return true;
}

bool ConstantEvaluator::evaluateExpression(const ConstantExpr &expression,
                                           SmallVectorImpl<uint64_t> &out) {
  Type *type = expression.getType();
  const Constant &first = *expression.getOperand(0);
  unsigned opcode = expression.getOpcode();
  if (opcode == Instruction::GetElementPtr)
    return evaluateGep(expression, out);
  if (opcode == Instruction::BitCast)
    return castBits(first, type, out);
  if (type->isVectorTy() || first.getType()->isVectorTy())
    return false;
  SmallVector<uint64_t, 2> left, right;
  if (!evaluate(first, left))
    return false;
  unsigned width = types_.bits(type);
  APInt a = fromSlots(left, types_.bits(first.getType()));
  switch (opcode) {
  case Instruction::Trunc:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::AddrSpaceCast:
    appendBits(a.zextOrTrunc(width), out);
    return true;
  default:
    break;
  }
  if (expression.getNumOperands() != 2 ||
      !evaluate(*expression.getOperand(1), right))
    return false;
  APInt b = fromSlots(right, types_.bits(expression.getOperand(1)->getType()));
  switch (opcode) {
  case Instruction::Add:
    appendBits(a + b, out);
    return true;
  case Instruction::Sub:
    appendBits(a - b, out);
    return true;
  case Instruction::Mul:
    appendBits(a * b, out);
    return true;
  case Instruction::Xor:
    appendBits(a ^ b, out);
    return true;
  case Instruction::Shl:
    appendBits(a.shl(b), out);
    return true;
  default:
    return false;
  }
}

bool ConstantEvaluator::toBytes(const Constant &constant,
                                MutableArrayRef<uint8_t> out) {
  if (isa<UndefValue>(constant) || constant.isNullValue())
    return true;
  Type *type = constant.getType();
  // Numbers of any size, even those that no slots can hold.
  if (!type->isVectorTy() &&
      (isa<ConstantInt>(constant) || isa<ConstantFP>(constant))) {
    auto *integer = dyn_cast<ConstantInt>(&constant);
    APInt bits =
        integer ? integer->getValue()
                : cast<ConstantFP>(constant).getValueAPF().bitcastToAPInt();
    for (unsigned i = 0; i * 8 < bits.getBitWidth(); ++i)
      out[i] = uint8_t(bits.extractBitsAsZExtValue(
          std::min(8u, bits.getBitWidth() - i * 8), i * 8));
    return true;
  }
  if (auto *data = dyn_cast<ConstantDataSequential>(&constant)) {
    StringRef raw = data->getRawDataValues();
    std::copy(raw.bytes_begin(), raw.bytes_end(), out.begin());
    return true;
  }
  if (auto *structure = dyn_cast<StructType>(type);
      structure && isa<ConstantStruct>(constant)) {
    const StructLayout *fields = dataLayout_.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      if (!toBytes(*constant.getAggregateElement(i),
                   out.drop_front(fields->getElementOffset(i))))
        return false;
    return true;
  }
  if (auto *array = dyn_cast<ConstantArray>(&constant)) {
    uint64_t stride =
        dataLayout_.getTypeAllocSize(array->getType()->getElementType());
    for (unsigned i = 0; i < array->getNumOperands(); ++i)
      if (!toBytes(*array->getOperand(i), out.drop_front(i * stride)))
        return false;
    return true;
  }
  SmallVector<uint64_t, 4> slots;
  if (!evaluate(constant, slots))
    return false;
  auto layout = types_.layout(type);
  if (!layout)
    return false;
  packSlots(layouts_[*layout], slots, out);
  return true;
}

bool ConstantEvaluator::dependsOnTls(const Constant &constant) {
  if (auto *variable = dyn_cast<GlobalVariable>(&constant))
    return variable->isThreadLocal();
  if (auto *alias = dyn_cast<GlobalAlias>(&constant))
    return dependsOnTls(*alias->getAliasee());
  if (isa<GlobalValue>(constant) || isa<BlockAddress>(constant) ||
      isa<ConstantData>(constant))
    return false;
  auto found = tlsCache_.find(&constant);
  if (found != tlsCache_.end())
    return found->second;
  bool depends = false;
  for (const Use &operand : constant.operands())
    if (auto *part = dyn_cast<Constant>(operand))
      depends |= dependsOnTls(*part);
  tlsCache_[&constant] = depends;
  return depends;
}

} // namespace rbcheck
