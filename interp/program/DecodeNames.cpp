//===- interp/program/DecodeNames.cpp - Variables and types in debug info -===//
#include "interp/program/DecodeNames.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace rbcheck {

namespace {

/// Without typedefs and qualifiers.
const DIType *strip(const DIType *type) {
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

bool isPointer(const DIType &type) {
  unsigned tag = type.getTag();
  return tag == dwarf::DW_TAG_pointer_type ||
         tag == dwarf::DW_TAG_reference_type ||
         tag == dwarf::DW_TAG_rvalue_reference_type;
}

DataKind kindOf(const DIBasicType &type) {
  switch (type.getEncoding()) {
  case dwarf::DW_ATE_boolean:
    return DataKind::Boolean;
  case dwarf::DW_ATE_signed_char:
  case dwarf::DW_ATE_unsigned_char:
  case dwarf::DW_ATE_UTF:
    return DataKind::Character;
  case dwarf::DW_ATE_signed:
    return DataKind::Signed;
  case dwarf::DW_ATE_float:
    return DataKind::Float;
  case dwarf::DW_ATE_unsigned:
    return DataKind::Unsigned;
  default:
    return DataKind::Unknown;
  }
}

/// What a pointer type leads to, or null.
const DIType *pointee(const DIType *type) {
  type = strip(type);
  if (!type || !isPointer(*type))
    return nullptr;
  return strip(cast<DIDerivedType>(type)->getBaseType());
}

/// The variable that lives in, or has, `value`.
const DILocalVariable *variableOf(const Value &value) {
  auto *inner = const_cast<Value *>(&value);
  SmallVector<DbgVariableIntrinsic *, 2> intrinsics;
  SmallVector<DbgVariableRecord *, 2> records;
  findDbgUsers(intrinsics, inner, &records);
  for (const DbgVariableRecord *record : records)
    if (!record->getExpression()->getFragmentInfo())
      return record->getVariable();
  for (const DbgVariableIntrinsic *intrinsic : intrinsics)
    if (!intrinsic->getExpression()->getFragmentInfo())
      return intrinsic->getVariable();
  return nullptr;
}

/// The innermost part of `type` at a byte offset that is a whole field.
const DIType *partAt(const DIType *type, uint64_t offset) {
  for (unsigned depth = 0; depth < 16; ++depth) {
    auto *whole = dyn_cast_or_null<DICompositeType>(strip(type));
    if (!whole)
      return offset == 0 ? type : nullptr;
    if (whole->getTag() == dwarf::DW_TAG_array_type) {
      const DIType *element = strip(whole->getBaseType());
      uint64_t size = element ? element->getSizeInBits() / 8 : 0;
      if (!size)
        return nullptr;
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
      const DIType *inner = strip(field->getBaseType());
      uint64_t size = inner ? inner->getSizeInBits() / 8 : 0;
      if (offset < begin || offset >= begin + size)
        continue;
      next = inner;
      offset -= begin;
      break;
    }
    if (!next)
      return nullptr;
    type = next;
  }
  return nullptr;
}

const DIType *pointedTo(const Value &pointer, unsigned depth);

/// The type of the memory at `address`.
const DIType *memoryType(const Value &address, unsigned depth) {
  if (depth > 8)
    return nullptr;
  if (auto *global = dyn_cast<GlobalVariable>(&address)) {
    SmallVector<DIGlobalVariableExpression *, 1> sources;
    global->getDebugInfo(sources);
    return sources.empty() ? nullptr
                           : strip(sources.front()->getVariable()->getType());
  }
  if (isa<AllocaInst>(address)) {
    const DILocalVariable *variable = variableOf(address);
    return variable ? strip(variable->getType()) : nullptr;
  }
  if (auto *gep = dyn_cast<GEPOperator>(&address)) {
    const DIType *base = memoryType(*gep->getPointerOperand(), depth + 1);
    auto *inst = dyn_cast<Instruction>(&address);
    if (!base || !inst)
      return nullptr;
    const DataLayout &layout = inst->getModule()->getDataLayout();
    APInt offset(64, 0);
    if (gep->accumulateConstantOffset(layout, offset))
      return partAt(base, offset.getZExtValue());
    // An index that varies: the element, if it is the last one that counts.
    auto *whole = dyn_cast<DICompositeType>(base);
    if (whole && whole->getTag() == dwarf::DW_TAG_array_type)
      return strip(whole->getBaseType());
    return base;
  }
  return pointedTo(address, depth + 1);
}

const DIType *pointedTo(const Value &pointer, unsigned depth) {
  if (depth > 8)
    return nullptr;
  if (auto *load = dyn_cast<LoadInst>(&pointer))
    return pointee(memoryType(*load->getPointerOperand(), depth + 1));
  if (const DILocalVariable *variable = variableOf(pointer))
    return pointee(variable->getType());
  return nullptr;
}

} // namespace

uint32_t NameDecoder::type(const DIType *given, Intern intern) {
  const DIType *type = strip(given);
  if (!type)
    return 0;
  auto [entry, isNew] =
      numbers_.try_emplace(type, uint32_t(program_.dataTypes.size()));
  if (!isNew)
    return entry->second;
  uint32_t number = entry->second;
  DataType data;
  data.size = type->getSizeInBits() / 8;
  data.name = intern(type->getName());
  program_.dataTypes.push_back(data);
  // A struct without a name of its own has that of its typedef.
  if (type->getName().empty() && given->getTag() == dwarf::DW_TAG_typedef)
    program_.dataTypes[number].name = intern(given->getName());
  if (auto *basic = dyn_cast<DIBasicType>(type)) {
    program_.dataTypes[number].kind = kindOf(*basic);
  } else if (isPointer(*type)) {
    program_.dataTypes[number].kind = DataKind::Pointer;
    uint32_t element =
        this->type(cast<DIDerivedType>(type)->getBaseType(), intern);
    program_.dataTypes[number].element = element;
  } else if (auto *whole = dyn_cast<DICompositeType>(type)) {
    composite(*whole, number, intern);
  }
  return number;
}

uint32_t NameDecoder::composite(const DICompositeType &type, uint32_t number,
                                Intern intern) {
  unsigned tag = type.getTag();
  if (tag == dwarf::DW_TAG_array_type) {
    array(type, number, intern);
    return number;
  }
  std::vector<DataType::Field> fields;
  bool isEnum = tag == dwarf::DW_TAG_enumeration_type;
  for (const DINode *node : type.getElements()) {
    if (auto *value = dyn_cast_or_null<DIEnumerator>(node); value && isEnum) {
      fields.push_back({intern(value->getName()), 0,
                        uint64_t(value->getValue().sextOrTrunc(64)
                                     .getSExtValue()),
                        false});
      continue;
    }
    auto *field = dyn_cast_or_null<DIDerivedType>(node);
    if (!field || field->isStaticMember() ||
        (field->getTag() != dwarf::DW_TAG_member &&
         field->getTag() != dwarf::DW_TAG_inheritance))
      continue;
    bool isBase = field->getTag() == dwarf::DW_TAG_inheritance;
    uint32_t inner = this->type(field->getBaseType(), intern);
    fields.push_back({isBase ? 0 : intern(field->getName()), inner,
                      field->getOffsetInBits() / 8, field->isBitField()});
  }
  DataType &data = program_.dataTypes[number];
  data.kind = isEnum ? DataKind::Enum : DataKind::Struct;
  data.isUnion = tag == dwarf::DW_TAG_union_type;
  data.fields = std::move(fields);
  return number;
}

/// int[2][3] is an array of two arrays of three.
void NameDecoder::array(const DICompositeType &type, uint32_t number,
                        Intern intern) {
  uint32_t element = this->type(type.getBaseType(), intern);
  uint64_t size = program_.dataTypes[element].size;
  DINodeArray ranges = type.getElements();
  for (unsigned i = ranges.size(); i-- > 1;) {
    auto *range = dyn_cast<DISubrange>(ranges[i]);
    auto *count = range ? dyn_cast_if_present<ConstantInt *>(range->getCount())
                        : nullptr;
    if (!count || count->isNegative())
      return;
    size *= count->getZExtValue();
    DataType inner;
    inner.kind = DataKind::Array;
    inner.element = element;
    inner.size = size;
    element = uint32_t(program_.dataTypes.size());
    program_.dataTypes.push_back(std::move(inner));
  }
  program_.dataTypes[number].kind = DataKind::Array;
  program_.dataTypes[number].element = element;
}

VariableNote NameDecoder::local(const Value &memory, Intern intern) {
  VariableNote note;
  if (const DILocalVariable *variable = variableOf(memory)) {
    note.name = intern(variable->getName());
    note.type = type(variable->getType(), intern);
  }
  return note;
}

uint32_t NameDecoder::allocated(const CallBase &call, Intern intern) {
  // clang notes the type of a C++ new-expression itself.
  if (auto *site = dyn_cast_or_null<DIType>(
          call.getMetadata("heapallocsite")))
    return type(site, intern);
  if (const DILocalVariable *variable = variableOf(call))
    if (const DIType *target = pointee(variable->getType()))
      return type(target, intern);
  for (const User *user : call.users())
    if (auto *store = dyn_cast<StoreInst>(user))
      if (store->getValueOperand() == &call)
        if (const DIType *target =
                pointee(memoryType(*store->getPointerOperand(), 0)))
          return type(target, intern);
  return 0;
}

} // namespace rbcheck
