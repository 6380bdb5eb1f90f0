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

void releases(ModelCall &call, Effects &to) {
  if (std::optional<uint64_t> size = call.heapSize(call.arg(0)))
    to.releases(call.arg(0), *size);
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
  Model model = {name, Fidelity::Exact, Visible::No, body};
  model.role = {Act::Allocate, Family::None, -1};
  return model;
}
template <AllocKind K> constexpr Model end(const char *name) {
  Model model = {name,    Fidelity::Exact, Visible::Access, endObject<K>,
                 nullptr, releases};
  model.role.act = K == AllocKind::New ? Act::Delete : Act::DeleteArray;
  return model;
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
    end<kOne>("_ZdlPv"),
    end<kOne>("_ZdlPvm"),
    end<kOne>("_ZdlPvSt11align_val_t"),
    end<kOne>("_ZdlPvmSt11align_val_t"),
    end<kOne>("_ZdlPvRKSt9nothrow_t"),
    end<kOne>("_ZdlPvSt11align_val_tRKSt9nothrow_t"),
    end<kMany>("_ZdaPv"),
    end<kMany>("_ZdaPvm"),
    end<kMany>("_ZdaPvSt11align_val_t"),
    end<kMany>("_ZdaPvmSt11align_val_t"),
    end<kMany>("_ZdaPvRKSt9nothrow_t"),
    end<kMany>("_ZdaPvSt11align_val_tRKSt9nothrow_t"),
});

} // namespace
} // namespace rbcheck
