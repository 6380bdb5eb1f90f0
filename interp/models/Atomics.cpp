//===- interp/models/Atomics.cpp - libatomic calls ------------------------===//
//
// What clang calls for atomics it does not make instructions of: the generic
// __atomic_load(size, ...) for odd sizes, and the sized __atomic_load_16 and
// its family. Each is one atomic step that acquires, releases and reads the last
// write.
// Tested by test/models/atomic*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Bytes.h"

#include <vector>

namespace rbcheck {
namespace {

using uint128_t = unsigned __int128;

/// Under a weak memory model: weaker orders are executed as stronger ones.
void noteOrder(ModelCall &call, size_t argument) {
  constexpr int32_t kSeqCst = 5;
  if (call.hasWeakMemory() && call.argInt(argument) != kSeqCst)
    call.approximation(ApproximationKind::LargeAtomics);
}

// Generic: the size comes first, values are passed by address -----------------

void loads(ModelCall &call, Effects &to) {
  to.atomic(call.arg(1), call.arg(0), false)
      .writes(call.arg(2), call.arg(0));
}

/// void __atomic_load(size_t size, void *object, void *value, int order)
ModelResult loadAny(ModelCall &call) {
  noteOrder(call, 3);
  return call.copy(call.arg(2), call.arg(1), call.arg(0)) ? call.retVoid()
                                                          : call.failed();
}

void stores(ModelCall &call, Effects &to) {
  to.atomic(call.arg(1), call.arg(0), true)
      .reads(call.arg(2), call.arg(0));
}

/// void __atomic_store(size_t size, void *object, void *value, int order)
ModelResult storeAny(ModelCall &call) {
  noteOrder(call, 3);
  return call.copy(call.arg(1), call.arg(2), call.arg(0)) ? call.retVoid()
                                                          : call.failed();
}

void exchanges(ModelCall &call, Effects &to) {
  to.atomic(call.arg(1), call.arg(0), true)
      .reads(call.arg(2), call.arg(0))
      .writes(call.arg(3), call.arg(0));
}

/// void __atomic_exchange(size_t size, void *object, void *value, void *old,
///                        int order)
ModelResult exchangeAny(ModelCall &call) {
  noteOrder(call, 4);
  uint64_t size = call.arg(0);
  std::vector<uint8_t> old(size), value(size);
  if (!call.read(call.arg(1), old.data(), size) ||
      !call.read(call.arg(2), value.data(), size) ||
      !call.write(call.arg(1), value.data(), size) ||
      !call.write(call.arg(3), old.data(), size))
    return call.failed();
  return call.retVoid();
}

void compares(ModelCall &call, Effects &to) {
  to.atomic(call.arg(1), call.arg(0), true)
      .writes(call.arg(2), call.arg(0))
      .reads(call.arg(3), call.arg(0));
}

/// bool __atomic_compare_exchange(size_t size, void *object, void *expected,
///                                void *desired, int success, int failure)
ModelResult compareAny(ModelCall &call) {
  noteOrder(call, 4);
  noteOrder(call, 5);
  uint64_t size = call.arg(0);
  std::vector<uint8_t> old(size), expected(size), desired(size);
  if (!call.read(call.arg(1), old.data(), size) ||
      !call.read(call.arg(2), expected.data(), size) ||
      !call.read(call.arg(3), desired.data(), size))
    return call.failed();
  bool equal = old == expected;
  bool ok = equal ? call.write(call.arg(1), desired.data(), size)
                  : call.write(call.arg(2), old.data(), size);
  return ok ? call.ret(equal) : call.failed();
}

// Sized: values are passed as integers of N bytes -----------------------------

template <typename T> T valueArg(ModelCall &call, size_t i) {
  if constexpr (sizeof(T) == 16)
    return uint128_t(call.argHigh(i)) << 64 | call.arg(i);
  else
    return T(call.arg(i));
}

template <typename T> ModelResult returnValue(ModelCall &call, T value) {
  if constexpr (sizeof(T) == 16)
    return call.ret128(uint64_t(value), uint64_t(value >> 64));
  else
    return call.ret(uint64_t(value));
}

template <typename T, bool Write>
void touches(ModelCall &call, Effects &to) {
  to.atomic(call.arg(0), sizeof(T), Write);
}

/// T __atomic_load_N(const T *object, int order)
template <typename T> ModelResult loadSized(ModelCall &call) {
  noteOrder(call, 1);
  T value;
  return call.load(call.arg(0), value) ? returnValue(call, value)
                                       : call.failed();
}

/// void __atomic_store_N(T *object, T value, int order)
template <typename T> ModelResult storeSized(ModelCall &call) {
  noteOrder(call, 2);
  return call.store(call.arg(0), valueArg<T>(call, 1)) ? call.retVoid()
                                                       : call.failed();
}

template <typename T>
void comparesSized(ModelCall &call, Effects &to) {
  to.atomic(call.arg(0), sizeof(T), true)
      .writes(call.arg(1), sizeof(T));
}

/// bool __atomic_compare_exchange_N(T *object, T *expected, T desired, ...)
template <typename T> ModelResult compareSized(ModelCall &call) {
  noteOrder(call, 3);
  noteOrder(call, 4);
  T old, expected;
  if (!call.load(call.arg(0), old) || !call.load(call.arg(1), expected))
    return call.failed();
  bool equal = old == expected;
  bool ok = equal ? call.store(call.arg(0), valueArg<T>(call, 2))
                  : call.store(call.arg(1), old);
  return ok ? call.ret(equal) : call.failed();
}

enum class Update : uint8_t { Exchange, Add, Sub, And, Or, Xor, Nand };

template <typename T> T apply(Update update, T old, T operand) {
  switch (update) {
  case Update::Exchange:
    return operand;
  case Update::Add:
    return T(old + operand);
  case Update::Sub:
    return T(old - operand);
  case Update::And:
    return T(old & operand);
  case Update::Or:
    return T(old | operand);
  case Update::Xor:
    return T(old ^ operand);
  case Update::Nand:
    return T(~(old & operand));
  }
  return old;
}

/// T __atomic_fetch_OP_N(T *object, T operand, int order), the OP_fetch forms
/// and __atomic_exchange_N
template <typename T, Update U, bool New = false>
ModelResult updateSized(ModelCall &call) {
  noteOrder(call, 2);
  T old;
  if (!call.load(call.arg(0), old))
    return call.failed();
  T value = apply<T>(U, old, valueArg<T>(call, 1));
  if (!call.store(call.arg(0), value))
    return call.failed();
  return returnValue(call, New ? value : old);
}

// Questions -------------------------------------------------------------------

/// bool __atomic_is_lock_free(size_t size, const void *object)
ModelResult isLockFree(ModelCall &call) {
  uint64_t size = call.arg(0);
  return call.ret(size == 1 || size == 2 || size == 4 || size == 8);
}

const RegisterModels kGenericModels({
    touching("__atomic_load", loadAny, loads),
    touching("__atomic_store", storeAny, stores),
    touching("__atomic_exchange", exchangeAny, exchanges),
    touching("__atomic_compare_exchange", compareAny, compares),
    {"__atomic_is_lock_free", Fidelity::Exact, Visible::No, isLockFree},
});

#define RB_UPDATE(word, update, N, T)                                          \
  touching("__atomic_fetch_" #word "_" #N, updateSized<T, Update::update>,          \
      touches<T, true>),                                                       \
      touching("__atomic_" #word "_fetch_" #N,                                      \
          updateSized<T, Update::update, true>, touches<T, true>)

#define RB_SIZE(N, T)                                                          \
  touching("__atomic_load_" #N, loadSized<T>, touches<T, false>),                   \
      touching("__atomic_store_" #N, storeSized<T>, touches<T, true>),              \
      touching("__atomic_exchange_" #N, updateSized<T, Update::Exchange>,           \
          touches<T, true>),                                                   \
      touching("__atomic_compare_exchange_" #N, compareSized<T>,                    \
          comparesSized<T>),                                                   \
      RB_UPDATE(add, Add, N, T), RB_UPDATE(sub, Sub, N, T),                    \
      RB_UPDATE(and, And, N, T), RB_UPDATE(or, Or, N, T),                      \
      RB_UPDATE(xor, Xor, N, T), RB_UPDATE(nand, Nand, N, T)

const RegisterModels kSizedModels({
    RB_SIZE(1, uint8_t),
    RB_SIZE(2, uint16_t),
    RB_SIZE(4, uint32_t),
    RB_SIZE(8, uint64_t),
    RB_SIZE(16, uint128_t),
});

#undef RB_SIZE
#undef RB_UPDATE

} // namespace
} // namespace rbcheck
