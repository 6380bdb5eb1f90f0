//===- interp/program/DecodeTypes.cpp - Slots and layouts of IR types -----===//
#include "interp/program/DecodeTypes.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace rbcheck {

constexpr uint32_t kMaxSlots = 0xffff;

std::optional<FloatFormat> floatFormat(const Type *type) {
  switch (type->getTypeID()) {
  case Type::FloatTyID:
    return FloatFormat::Float;
  case Type::DoubleTyID:
    return FloatFormat::Double;
  case Type::X86_FP80TyID:
    return FloatFormat::X87;
  case Type::HalfTyID:
    return FloatFormat::Half;
  case Type::BFloatTyID:
    return FloatFormat::BFloat;
  default:
    return std::nullopt;
  }
}

std::string typeName(const Type *type) {
  std::string text;
  raw_string_ostream(text) << *type;
  return text;
}

//===--- Slots ------------------------------------------------------------===//

std::optional<uint32_t> TypeTable::computeSlots(Type *type) {
  if (auto *integer = dyn_cast<IntegerType>(type)) {
    unsigned width = integer->getBitWidth();
    if (width > kMaxIntegerBits)
      return std::nullopt;
    return slotsOfBits(width);
  }
  if (type->isVoidTy())
    return 0;
  if (type->isPointerTy())
    return 1;
  if (auto format = floatFormat(type))
    return *format == FloatFormat::X87 ? 2 : 1;
  uint64_t total = 0;
  if (auto *structure = dyn_cast<StructType>(type)) {
    if (structure->isOpaque())
      return std::nullopt;
    for (Type *element : structure->elements()) {
      auto count = slots(element);
      if (!count)
        return std::nullopt;
      total += *count;
    }
  } else if (isa<ArrayType>(type) || isa<FixedVectorType>(type)) {
    auto *array = dyn_cast<ArrayType>(type);
    uint64_t length = array ? array->getNumElements()
                            : cast<FixedVectorType>(type)->getNumElements();
    auto count = slots(type->getContainedType(0));
    if (!count || (*count && length > kMaxSlots / *count))
      return std::nullopt;
    total = *count * length;
  } else {
    return std::nullopt;
  }
  if (total > kMaxSlots)
    return std::nullopt;
  return uint32_t(total);
}

std::optional<uint32_t> TypeTable::slots(Type *type) {
  auto found = slotCache_.find(type);
  if (found != slotCache_.end())
    return found->second;
  auto result = computeSlots(type);
  slotCache_[type] = result;
  return result;
}

uint32_t TypeTable::slotOffset(Type *type, ArrayRef<unsigned> path) {
  uint32_t offset = 0;
  for (unsigned index : path) {
    if (auto *structure = dyn_cast<StructType>(type)) {
      for (unsigned i = 0; i < index; ++i)
        offset += slots(structure->getElementType(i)).value_or(0);
      type = structure->getElementType(index);
    } else {
      type = type->getContainedType(0);
      offset += index * slots(type).value_or(0);
    }
  }
  return offset;
}

uint32_t TypeTable::bits(Type *type) const {
  return uint32_t(dataLayout_.getTypeSizeInBits(type).getFixedValue());
}

//===--- Layouts ----------------------------------------------------------===//

bool TypeTable::addLeaves(Type *type, uint64_t offset, Layout &layout) {
  if (auto *structure = dyn_cast<StructType>(type)) {
    const StructLayout *fields = dataLayout_.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      if (!addLeaves(structure->getElementType(i),
                     offset + fields->getElementOffset(i).getFixedValue(),
                     layout))
        return false;
    return true;
  }
  if (auto *array = dyn_cast<ArrayType>(type)) {
    uint64_t stride = dataLayout_.getTypeAllocSize(array->getElementType());
    for (uint64_t i = 0; i < array->getNumElements(); ++i)
      if (!addLeaves(array->getElementType(), offset + i * stride, layout))
        return false;
    return true;
  }
  if (auto *vector = dyn_cast<FixedVectorType>(type)) {
    uint32_t width = bits(vector->getElementType());
    bool isPacked = width % 8 != 0;
    if (isPacked && (offset || !layout.leaves.empty()))
      return false;
    layout.bitPacked = isPacked;
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      uint64_t at = isPacked ? 0 : offset + uint64_t(i) * width / 8;
      if (!addLeaves(vector->getElementType(), at, layout))
        return false;
    }
    return true;
  }
  uint64_t bytes = dataLayout_.getTypeStoreSize(type);
  LayoutLeaf leaf;
  leaf.offset = uint32_t(offset);
  leaf.bytes = uint8_t(bytes);
  leaf.slots = uint8_t(*slots(type));
  leaf.bits = uint16_t(bits(type));
  layout.leaves.push_back(leaf);
  return true;
}

std::optional<uint32_t> TypeTable::layout(Type *type) {
  auto found = layoutCache_.find(type);
  if (found != layoutCache_.end())
    return found->second;
  Layout layout;
  layout.size = uint32_t(dataLayout_.getTypeStoreSize(type).getFixedValue());
  std::optional<uint32_t> result;
  bool isWhole = addLeaves(type, 0, layout);
  if (isWhole && (!layout.bitPacked || type->isVectorTy())) {
    Key key{layout.size, layout.bitPacked};
    for (const LayoutLeaf &leaf : layout.leaves)
      key.push_back(uint64_t(leaf.offset) << 32 | uint64_t(leaf.bytes) << 24 |
                    uint64_t(leaf.slots) << 16 | leaf.bits);
    auto [entry, isNew] = byContent_.try_emplace(key, layouts_.size());
    if (isNew)
      layouts_.push_back(std::move(layout));
    if (entry->second <= 0xffff)
      result = entry->second;
  }
  layoutCache_[type] = result;
  return result;
}

bool TypeTable::sameShape(Type *left, Type *right) {
  if (left == right)
    return true;
  auto first = layout(left), second = layout(right);
  return first && second && *first == *second;
}

//===--- Bytes ------------------------------------------------------------===//

static bool getBit(ArrayRef<uint64_t> slots, unsigned bit) {
  return slots[bit / 64] >> (bit % 64) & 1;
}

void packSlots(const Layout &layout, ArrayRef<uint64_t> slots,
               MutableArrayRef<uint8_t> bytes) {
  uint64_t at = 0, bit = 0;
  for (const LayoutLeaf &leaf : layout.leaves) {
    ArrayRef<uint64_t> value = slots.slice(at, leaf.slots);
    at += leaf.slots;
    if (!layout.bitPacked) {
      for (unsigned i = 0; i < leaf.bytes; ++i)
        bytes[leaf.offset + i] = uint8_t(value[i / 8] >> (i % 8 * 8));
      continue;
    }
    for (unsigned i = 0; i < leaf.bits; ++i, ++bit) {
      uint8_t mask = uint8_t(1u << (bit % 8));
      bytes[bit / 8] =
          uint8_t((bytes[bit / 8] & ~mask) | (getBit(value, i) ? mask : 0));
    }
  }
}

void unpackSlots(const Layout &layout, ArrayRef<uint8_t> bytes,
                 MutableArrayRef<uint64_t> slots) {
  uint64_t at = 0, bit = 0;
  for (const LayoutLeaf &leaf : layout.leaves) {
    MutableArrayRef<uint64_t> value = slots.slice(at, leaf.slots);
    at += leaf.slots;
    for (uint64_t &part : value)
      part = 0;
    uint64_t first = layout.bitPacked ? bit : uint64_t(leaf.offset) * 8;
    for (unsigned i = 0; i < leaf.bits; ++i)
      if (bytes[(first + i) / 8] >> ((first + i) % 8) & 1)
        value[i / 64] |= 1ull << (i % 64);
    bit += leaf.bits;
  }
}

} // namespace rbcheck
