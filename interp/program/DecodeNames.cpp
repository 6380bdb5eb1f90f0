//===- interp/program/DecodeNames.cpp - Variables and types in debug info -===//
#include "interp/program/DecodeNames.h"

#include "interp/program/DecodeDebug.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"

using namespace llvm;

namespace rbcheck {

namespace {

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

/// What raw memory of the standard library is for: __aligned_buffer<T>.
const DIType *heldBy(const DICompositeType &type) {
  if (!type.getName().starts_with("__aligned_"))
    return nullptr;
  for (const DITemplateParameter *parameter : type.getTemplateParams())
    if (isa<DITemplateTypeParameter>(parameter))
      return parameter->getType();
  return nullptr;
}

/// What the pointer that a function returns leads to, or null: an allocator's
/// `T *allocate(n)` says what its memory is for.
const DIType *returnedBy(const DISubprogram *source) {
  if (!source || !source->getType() ||
      source->getType()->getTypeArray().size() == 0)
    return nullptr;
  return pointeeType(source->getType()->getTypeArray()[0]);
}

/// The same where the allocator was inlined.
const DIType *allocatedBy(const DILocation *location) {
  if (!location || !location->getInlinedAt())
    return nullptr;
  const DISubprogram *source = location->getScope()->getSubprogram();
  return source && source->getName() == "allocate" ? returnedBy(source)
                                                   : nullptr;
}

/// The last name in that of the memory at an address, without indices.
StringRef variableName(const Value &address) {
  if (isa<AllocaInst>(address)) {
    const DILocalVariable *variable = variableOf(address);
    return variable ? variable->getName() : "";
  }
  if (auto *global = dyn_cast<GlobalVariable>(&address)) {
    SmallVector<DIGlobalVariableExpression *, 1> sources;
    global->getDebugInfo(sources);
    return sources.empty() ? "" : sources.front()->getVariable()->getName();
  }
  return "";
}

} // namespace

uint32_t NameDecoder::type(const DIType *given, Intern intern) {
  const DIType *type = stripType(given);
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
  } else if (isPointerType(*type)) {
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
  if (const DIType *held = heldBy(type)) {
    fields.push_back({0, this->type(held, intern), 0, false});
    DataType &data = program_.dataTypes[number];
    data.kind = DataKind::Struct;
    data.fields = std::move(fields);
    return number;
  }
  bool isEnum = tag == dwarf::DW_TAG_enumeration_type;
  for (const DINode *node : type.getElements()) {
    if (auto *value = dyn_cast_or_null<DIEnumerator>(node); value && isEnum) {
      fields.push_back(
          {intern(value->getName()), 0,
           uint64_t(value->getValue().sextOrTrunc(64).getSExtValue()), false});
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
    auto *count =
        range ? dyn_cast_if_present<ConstantInt *>(range->getCount()) : nullptr;
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

VariableNote NameDecoder::allocated(const CallBase &call, Intern intern) {
  VariableNote note;
  const DIType *target = nullptr;
  // clang notes the type of a C++ new-expression itself.
  if (auto *site = dyn_cast_or_null<DIType>(call.getMetadata("heapallocsite")))
    target = site;
  else
    target = allocatedBy(call.getDebugLoc());
  const DILocalVariable *variable = variableOf(call);
  // Parameters of what was inlined are often of a base class.
  if (variable && variable->getScope()->getSubprogram() ==
                      call.getFunction()->getSubprogram()) {
    note.name = intern(variable->getName());
    target = target ? target : pointeeType(variable->getType());
  }
  for (const User *user : call.users()) {
    auto *store = dyn_cast<StoreInst>(user);
    if (isa<ReturnInst>(user) && !target)
      target = returnedBy(call.getFunction()->getSubprogram());
    if (!store || store->getValueOperand() != &call)
      continue;
    if (!target)
      target = pointeeType(memoryType(*store->getPointerOperand(), 0));
    if (!note.name)
      note.name = intern(variableName(*store->getPointerOperand()));
  }
  note.type = type(target, intern);
  return note;
}

} // namespace rbcheck
