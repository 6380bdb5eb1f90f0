//===- search/triage/static/Value.h - What is known of a word -------------===//
//
// One word of the program in an analysis without a search. What is not one of
// these is Any. Every value stands for exactly what it says: a Number is that
// number (an address of a global is one, too), so two equal addresses are one
// object and a lock that is named by one is one lock.
//
//   Unset      never given a value; nobody reads it
//   Number     this number
//   InGlobal   somewhere in global variable `id`
//   InLocal    in local variable `id`, at offset `number`, or kSomewhere
//   InHeap     in an object made at site `id` (Assumptions::site), at offset
//              `number`, or kSomewhere; `which` one of them. Or null, if
//              mayBeNull
//   TryResult  of an attempt to take the lock at `number`: it is held iff the
//              value is zero (isZeroIfHeld) or iff it is not
//   NonZero    anything but zero
//   Lock       no value: a lock was made in these bytes
//   Handle     of the thread with this number among its maker's (Children.h),
//              or of the running thread itself (kSelf)
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cstdint>

namespace rbcheck {

constexpr uint64_t kSomewhere = ~0ull;
constexpr uint32_t kSelf = ~0u;

/// Which of the objects that one site makes. Of one thread, the newest one and
/// the one it was given are one object each.
enum class Which : uint8_t {
  Newest, ///< that this thread has made
  Given,  ///< to this thread when it was made
  Some    ///< any of them
};

struct Value {
  enum class Kind : uint8_t {
    Unset,
    Number,
    InGlobal,
    InLocal,
    InHeap,
    TryResult,
    NonZero,
    Lock,
    Handle,
    Any
  };
  Kind kind = Kind::Unset;
  bool isZeroIfHeld = false; ///< TryResult
  bool isBool = false;       ///< TryResult: 0 or 1
  bool isRead = false;       ///< TryResult: taken for reading
  uint8_t family = 0;        ///< TryResult, Lock: of the lock
  bool mayBeNull = false;    ///< InHeap
  Which which = Which::Some; ///< InHeap
  uint32_t id = 0;
  uint64_t number = 0;

  friend auto operator<=>(const Value &, const Value &) = default;

  bool is(Kind wanted) const { return kind == wanted; }
  bool isNumber(uint64_t wanted) const {
    return kind == Kind::Number && number == wanted;
  }
  /// Certainly not 0.
  bool isNonZero() const {
    return kind == Kind::InGlobal || kind == Kind::InLocal ||
           kind == Kind::Handle || kind == Kind::NonZero ||
           (kind == Kind::Number && number != 0) ||
           (kind == Kind::InHeap && !mayBeNull);
  }

  static Value lock(uint8_t family) {
    Value value = ofKind(Kind::Lock);
    value.family = family;
    return value;
  }
  static Value nonZero() { return ofKind(Kind::NonZero); }
  static Value any() { return ofKind(Kind::Any); }
  static Value of(uint64_t number) {
    Value value = ofKind(Kind::Number);
    value.number = number;
    return value;
  }
  static Value inGlobal(uint32_t id) {
    Value value = ofKind(Kind::InGlobal);
    value.id = id;
    return value;
  }
  static Value inLocal(uint32_t id, uint64_t offset) {
    Value value = ofKind(Kind::InLocal);
    value.id = id;
    value.number = offset;
    return value;
  }
  static Value inHeap(uint32_t site, Which which, uint64_t offset,
                      bool mayBeNull = false) {
    Value value = ofKind(Kind::InHeap);
    value.id = site;
    value.which = which;
    value.number = offset;
    value.mayBeNull = mayBeNull;
    return value;
  }
  static Value handle(uint32_t maker, uint32_t number) {
    Value value = ofKind(Kind::Handle);
    value.id = maker;
    value.number = number;
    return value;
  }

private:
  static Value ofKind(Kind kind) {
    Value value;
    value.kind = kind;
    return value;
  }
};

} // namespace rbcheck
