//===- interp/program/DecodeTypes.h - Slots and layouts of IR types -------===//
//
// Says how many slots a value of a type takes, in which order its leaves come,
// and how they lie in memory. Types without slots (fp128, integers of more
// than 128 bits, scalable vectors, ...) have no answer; the caller turns that
// into an Unsupported instruction that names the type.
//
// Tested by test/unit/DecodeTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/Program.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Type.h"

#include <map>
#include <optional>

namespace rbcheck {

/// Format of a scalar floating-point type, if there is one.
std::optional<FloatFormat> floatFormat(const llvm::Type *type);

/// The type as it is written in IR.
std::string typeName(const llvm::Type *type);

/// Writes the slots of a value to its bytes in memory, and back. Padding keeps
/// its old content.
void packSlots(const Layout &layout, llvm::ArrayRef<uint64_t> slots,
               llvm::MutableArrayRef<uint8_t> bytes);
void unpackSlots(const Layout &layout, llvm::ArrayRef<uint8_t> bytes,
                 llvm::MutableArrayRef<uint64_t> slots);

class TypeTable {
public:
  TypeTable(const llvm::DataLayout &dataLayout, std::vector<Layout> &layouts)
      : dataLayout_(dataLayout), layouts_(layouts) {}

  /// Slots of a value of this type; void has 0. None: not supported, or more
  /// than a frame can hold.
  std::optional<uint32_t> slots(llvm::Type *type);

  /// First slot of the member at `path` within a value of `type`.
  uint32_t slotOffset(llvm::Type *type, llvm::ArrayRef<unsigned> path);

  /// Number of the layout of this type; the type must have slots. None: it
  /// has no layout that a Layout can express.
  std::optional<uint32_t> layout(llvm::Type *type);

  /// True if values of both types look the same in slots and in memory.
  bool sameShape(llvm::Type *left, llvm::Type *right);

  /// Bits of a scalar: width of an integer, 64 for a pointer, else its size.
  uint32_t bits(llvm::Type *type) const;

private:
  bool addLeaves(llvm::Type *type, uint64_t offset, Layout &layout);
  std::optional<uint32_t> computeSlots(llvm::Type *type);

  using Key = std::vector<uint64_t>;
  const llvm::DataLayout &dataLayout_;
  std::vector<Layout> &layouts_;
  llvm::DenseMap<llvm::Type *, std::optional<uint32_t>> slotCache_;
  llvm::DenseMap<llvm::Type *, std::optional<uint32_t>> layoutCache_;
  std::map<Key, uint32_t> byContent_;
};

} // namespace rbcheck
