//===- interp/state/Access.h - Ranges of memory an operation touches ------===//
//
// One range, and the list of all ranges that a pending operation is about to
// touch. The list has no limit: the first two lie in it, further ones in a
// block that copies share.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <algorithm>
#include <cstdint>
#include <memory>

namespace rbcheck {

/// One range of memory that an operation is about to touch.
struct Access {
  uint64_t address = 0;
  uint32_t size = 0;
  bool write = false;
  bool atomic = false;
  bool release = false;   ///< free(): reported as use after free, not as race

  friend bool overlap(const Access &a, const Access &b) {
    return a.address < b.address + b.size && b.address < a.address + a.size;
  }
  /// One writes what the other touches: their order matters.
  friend bool interfere(const Access &a, const Access &b) {
    return (a.write || b.write) && overlap(a, b);
  }
};
static_assert(sizeof(Access) == 16);

/// Ranges, without a limit on their number. Immutable once made.
class Accesses {
public:
  Accesses() = default;
  explicit Accesses(llvm::ArrayRef<Access> all)
      : count_(uint32_t(all.size())),
        hasPlain_(std::any_of(all.begin(), all.end(), [](const Access &access) {
          return !access.atomic;
        })) {
    if (all.size() > kInside) {
      auto block = std::make_shared<Access[]>(all.size());
      std::copy(all.begin(), all.end(), block.get());
      block_ = std::move(block);
    } else {
      std::copy(all.begin(), all.end(), inside_);
    }
  }
  /// There is this one. In place: most pending operations are of that kind.
  void setOnly(uint64_t address, uint32_t size, bool write, bool atomic) {
    block_.reset();
    inside_[0].address = address;
    inside_[0].size = size;
    inside_[0].write = write;
    inside_[0].atomic = atomic;
    inside_[0].release = false;
    count_ = 1;
    hasPlain_ = !atomic;
  }
  operator llvm::ArrayRef<Access>() const { return {begin(), count_}; }
  const Access *begin() const { return block_ ? block_.get() : inside_; }
  const Access *end() const { return begin() + count_; }
  size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  /// Some are not atomic.
  bool hasPlain() const { return hasPlain_; }
  const Access &operator[](size_t i) const { return begin()[i]; }

private:
  static constexpr size_t kInside = 2;
  std::shared_ptr<const Access[]> block_;
  Access inside_[kInside];
  uint32_t count_ = 0;
  bool hasPlain_ = false;
};

} // namespace rbcheck
