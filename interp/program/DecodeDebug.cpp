//===- interp/program/DecodeDebug.cpp - Questions to the debug info -------===//
#include "interp/program/DecodeDebug.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace rbcheck {

const DIType *stripType(const DIType *type) {
  while (auto *derived = dyn_cast_or_null<DIDerivedType>(type)) {
    switch (derived->getTag()) {
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_restrict_type:
    case dwarf::DW_TAG_atomic_type:
    case dwarf::DW_TAG_template_alias:
      type = derived->getBaseType();
      break;
    default:
      return type;
    }
  }
  return type;
}

bool isPointerType(const DIType &type) {
  unsigned tag = type.getTag();
  return tag == dwarf::DW_TAG_pointer_type ||
         tag == dwarf::DW_TAG_reference_type ||
         tag == dwarf::DW_TAG_rvalue_reference_type;
}

const DIType *pointeeType(const DIType *type) {
  type = stripType(type);
  if (!type || !isPointerType(*type))
    return nullptr;
  return stripType(cast<DIDerivedType>(type)->getBaseType());
}

const DILocalVariable *variableOf(const Value &value) {
  auto *inner = const_cast<Value *>(&value);
  SmallVector<DbgVariableIntrinsic *, 2> intrinsics;
  SmallVector<DbgVariableRecord *, 2> records;
  findDbgUsers(intrinsics, inner, &records);
  // Of memory the variable that lives there, not a pointer to it; and rather the
  // function's own than one of what was inlined.
  const bool isMemory = isa<AllocaInst>(value);
  const DILocalVariable *inlined = nullptr;
  auto isIt = [&](const auto &one, bool isDeclared) {
    if (one.getExpression()->getFragmentInfo() || (isMemory && !isDeclared))
      return false;
    if (!inlined)
      inlined = one.getVariable();
    return !one.getDebugLoc()->getInlinedAt();
  };
  for (DbgVariableRecord *record : records)
    if (isIt(*record, record->isDbgDeclare()))
      return record->getVariable();
  for (const DbgVariableIntrinsic *intrinsic : intrinsics)
    if (isIt(*intrinsic, isa<DbgDeclareInst>(intrinsic)))
      return intrinsic->getVariable();
  return inlined;
}

const DIType *partAt(const DIType *type, uint64_t offset, std::string *path) {
  for (unsigned depth = 0; depth < 16; ++depth) {
    auto *whole = dyn_cast_or_null<DICompositeType>(stripType(type));
    if (!whole)
      return offset == 0 ? type : nullptr;
    if (whole->getTag() == dwarf::DW_TAG_array_type) {
      const DIType *element = stripType(whole->getBaseType());
      uint64_t size = element ? element->getSizeInBits() / 8 : 0;
      if (!size)
        return nullptr;
      if (path)
        *path += "[" + std::to_string(offset / size) + "]";
      offset %= size;
      type = element;
      continue;
    }
    const DIType *next = nullptr;
    for (const DINode *node : whole->getElements()) {
      auto *field = dyn_cast_or_null<DIDerivedType>(node);
      if (!field || field->isStaticMember())
        continue;
      uint64_t begin = field->getOffsetInBits() / 8;
      const DIType *inner = stripType(field->getBaseType());
      uint64_t size = inner ? inner->getSizeInBits() / 8 : 0;
      if (offset < begin || offset >= begin + size)
        continue;
      next = inner;
      offset -= begin;
      if (path && !field->getName().empty() &&
          field->getTag() == dwarf::DW_TAG_member)
        *path += "." + field->getName().str();
      break;
    }
    if (!next)
      return nullptr;
    type = next;
  }
  return nullptr;
}

static const DIType *pointedTo(const Value &pointer, unsigned depth);

const DIType *memoryType(const Value &address, unsigned depth) {
  if (depth > 8)
    return nullptr;
  if (auto *global = dyn_cast<GlobalVariable>(&address)) {
    SmallVector<DIGlobalVariableExpression *, 1> sources;
    global->getDebugInfo(sources);
    return sources.empty()
               ? nullptr
               : stripType(sources.front()->getVariable()->getType());
  }
  if (isa<AllocaInst>(address)) {
    const DILocalVariable *variable = variableOf(address);
    return variable ? stripType(variable->getType()) : nullptr;
  }
  if (auto *gep = dyn_cast<GEPOperator>(&address)) {
    const DIType *base = memoryType(*gep->getPointerOperand(), depth + 1);
    auto *inst = dyn_cast<Instruction>(&address);
    if (!base || !inst)
      return nullptr;
    const DataLayout &layout = inst->getModule()->getDataLayout();
    APInt offset(64, 0);
    if (gep->accumulateConstantOffset(layout, offset))
      return partAt(base, offset.getZExtValue(), nullptr);
    // An index that varies: the element, if it is the last one that counts.
    auto *whole = dyn_cast<DICompositeType>(base);
    if (whole && whole->getTag() == dwarf::DW_TAG_array_type)
      return stripType(whole->getBaseType());
    return base;
  }
  return pointedTo(address, depth + 1);
}

static const DIType *pointedTo(const Value &pointer, unsigned depth) {
  if (depth > 8)
    return nullptr;
  if (auto *load = dyn_cast<LoadInst>(&pointer))
    return pointeeType(memoryType(*load->getPointerOperand(), depth + 1));
  if (const DILocalVariable *variable = variableOf(pointer))
    return pointeeType(variable->getType());
  return nullptr;
}

namespace {

/// Of casts what is cast.
const Value &withoutCasts(const Value &value) {
  const Value *inner = &value;
  while (auto *cast = dyn_cast<CastInst>(inner))
    inner = cast->getOperand(0);
  return *inner;
}

/// The index of an array's element as the source has it, else "...".
std::string indexName(const Value &index) {
  if (auto *constant = dyn_cast<ConstantInt>(&index))
    return std::to_string(constant->getSExtValue());
  const std::string name = sourceName(withoutCasts(index), 4);
  return name.empty() ? "..." : name;
}

/// What the source calls the memory at `address`.
std::string memoryName(const Value &address, unsigned depth) {
  if (depth > 8)
    return "";
  if (auto *global = dyn_cast<GlobalVariable>(&address)) {
    SmallVector<DIGlobalVariableExpression *, 1> sources;
    global->getDebugInfo(sources);
    return sources.empty() ? ""
                           : sources.front()->getVariable()->getName().str();
  }
  auto *gep = dyn_cast<GEPOperator>(&address);
  if (!gep) {
    if (isa<AllocaInst>(address)) {
      const DILocalVariable *variable = variableOf(address);
      return variable ? variable->getName().str() : "";
    }
    const std::string pointer = sourceName(address, depth + 1);
    if (pointer.empty() || pointer == "this")
      return "";
    return "*" + pointer;
  }
  const Value &whole = *gep->getPointerOperand();
  const DIType *type = memoryType(whole, depth + 1);
  std::string name = memoryName(whole, depth + 1), path;
  const DataLayout *layout = nullptr;
  if (auto *inst = dyn_cast<Instruction>(&address))
    layout = &inst->getModule()->getDataLayout();
  else if (auto *global =
               dyn_cast<GlobalVariable>(whole.stripInBoundsOffsets()))
    layout = &global->getParent()->getDataLayout();
  APInt offset(64, 0);
  const bool isThis = sourceName(whole, depth + 1) == "this";
  if (layout && type && gep->accumulateConstantOffset(*layout, offset)) {
    if (!partAt(type, offset.getZExtValue(), &path))
      return "";
  } else if (gep->getNumIndices() && !isThis) {
    const Value &index = *gep->getOperand(gep->getNumOperands() - 1);
    path = "[" + indexName(index) + "]";
  }
  if (isThis)
    return path.empty() ? "" : path.substr(1); // a member of its own
  if (name.empty() || path.empty())
    return "";
  // (*p).x and (*p)[i]
  if (name.front() == '*')
    return name.substr(1) +
           (path.front() == '.' ? "->" + path.substr(1) : path);
  return name + path;
}

/// A method of an object: `queue.size()`; of what it stands for, as an atomic
/// variable for its value, the object.
std::string methodName(const CallBase &call, unsigned depth) {
  const llvm::Function *callee = call.getCalledFunction();
  const DISubprogram *source = callee ? callee->getSubprogram() : nullptr;
  if (!source || call.arg_size() == 0 ||
      !source->getLinkageName().starts_with("_ZN") ||
      !call.getArgOperand(0)->getType()->isPointerTy())
    return "";
  const std::string object = memoryName(*call.getArgOperand(0), depth);
  if (object.empty() || object.front() == '*')
    return "";
  if (source->getName().starts_with("operator ") || source->getName() == "load")
    return object;
  return call.arg_size() == 1 ? object + "." + source->getName().str() + "()"
                              : "";
}

} // namespace

std::string sourceName(const Value &value, unsigned depth) {
  if (depth > 8)
    return "";
  if (const DILocalVariable *variable = variableOf(value))
    return variable->getName().str();
  if (auto *load = dyn_cast<LoadInst>(&value))
    return memoryName(*load->getPointerOperand(), depth + 1);
  if (auto *cast = dyn_cast<CastInst>(&value))
    return sourceName(*cast->getOperand(0), depth + 1);
  if (auto *call = dyn_cast<CallBase>(&value))
    return methodName(*call, depth + 1);
  return "";
}

const DIType *sourceType(const Value &value) {
  if (const DILocalVariable *variable = variableOf(value))
    return stripType(variable->getType());
  if (auto *load = dyn_cast<LoadInst>(&value))
    return memoryType(*load->getPointerOperand(), 0);
  if (auto *call = dyn_cast<CallBase>(&value))
    if (const llvm::Function *callee = call->getCalledFunction())
      if (const DISubprogram *source = callee->getSubprogram();
          source && source->getType() &&
          source->getType()->getTypeArray().size())
        return stripType(source->getType()->getTypeArray()[0]);
  return nullptr;
}

} // namespace rbcheck
