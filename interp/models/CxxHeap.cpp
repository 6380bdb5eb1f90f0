//===- interp/models/CxxHeap.cpp - operator new and delete ----------------===//
//
// Like malloc and free, but remembers which operator made an object, so that a
// mismatch (delete of a new[], free of a new) is a fault. If memory runs out,
// the caller calls the runtime library's function that throws bad_alloc.
// Tested by test/models/new-delete.cpp and test/cxx/new*.cpp.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Bytes.h"
#include "interp/state/OpenState.h"

namespace rbcheck {
namespace {

/// void std::__throw_bad_alloc()
constexpr const char *kThrowBadAlloc = "_ZSt17__throw_bad_allocv";

/// void *operator new(size_t size), with any further arguments, and new[]
template <AllocKind K, bool Throws> ModelResult makeObject(ModelCall &call) {
  uint64_t address = call.allocate(call.arg(0), kFreshByte, K);
  if (address || !Throws)
    return call.ret(address);
  std::optional<uint64_t> thrower = call.functionNamed(kThrowBadAlloc);
  if (!thrower)
    return call.unsupported("operator new out of memory");
  return call.callBack(*thrower, {});
}

unsigned releases(ModelCall &call, Access *out) {
  std::optional<uint64_t> size = call.heapSize(call.arg(0));
  if (!call.arg(0) || !size)
    return 0;
  out[0] = rangeOf(call.arg(0), std::max<uint64_t>(*size, 1), true);
  out[0].release = true;
  return 1;
}

/// void operator delete(void *p), with any further arguments, and delete[]
template <AllocKind K> ModelResult endObject(ModelCall &call) {
  if (call.arg(0) && !call.deallocate(call.arg(0), K))
    return call.failed();
  return call.retVoid();
}

constexpr auto kOne = AllocKind::New;
constexpr auto kMany = AllocKind::NewArray;

constexpr Model make(const char *name, ModelResult (*body)(ModelCall &)) {
  return {name, Fidelity::Exact, Visible::No, body};
}
constexpr Model end(const char *name, ModelResult (*body)(ModelCall &)) {
  return {name, Fidelity::Exact, Visible::Access, body, nullptr, releases};
}

// In the names: m size_t, Pv void *, St11align_val_t alignment, RKSt9nothrow_t.
const RegisterModels kCxxHeapModels({
    make("_Znwm", makeObject<kOne, true>),
    make("_ZnwmSt11align_val_t", makeObject<kOne, true>),
    make("_ZnwmRKSt9nothrow_t", makeObject<kOne, false>),
    make("_ZnwmSt11align_val_tRKSt9nothrow_t", makeObject<kOne, false>),
    make("_Znam", makeObject<kMany, true>),
    make("_ZnamSt11align_val_t", makeObject<kMany, true>),
    make("_ZnamRKSt9nothrow_t", makeObject<kMany, false>),
    make("_ZnamSt11align_val_tRKSt9nothrow_t", makeObject<kMany, false>),
    end("_ZdlPv", endObject<kOne>),
    end("_ZdlPvm", endObject<kOne>),
    end("_ZdlPvSt11align_val_t", endObject<kOne>),
    end("_ZdlPvmSt11align_val_t", endObject<kOne>),
    end("_ZdlPvRKSt9nothrow_t", endObject<kOne>),
    end("_ZdlPvSt11align_val_tRKSt9nothrow_t", endObject<kOne>),
    end("_ZdaPv", endObject<kMany>),
    end("_ZdaPvm", endObject<kMany>),
    end("_ZdaPvSt11align_val_t", endObject<kMany>),
    end("_ZdaPvmSt11align_val_t", endObject<kMany>),
    end("_ZdaPvRKSt9nothrow_t", endObject<kMany>),
    end("_ZdaPvSt11align_val_tRKSt9nothrow_t", endObject<kMany>),
});

} // namespace
} // namespace rbcheck
