//===- interp/models/Memory.cpp - memcpy and its relatives ----------------===//
//
// Each is one step, however long. Overlapping ranges are fine everywhere. The
// fortified forms (__memcpy_chk, ...) know the size of the destination and
// fault beyond it. Tested by test/models/memory*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Bytes.h"

namespace rbcheck {
namespace {

/// Fortified forms: argument `i` is the size of the destination.
bool fits(ModelCall &call, uint64_t size, size_t i) {
  if (size <= call.arg(i))
    return true;
  call.fault(FaultKind::OutOfBounds,
             call.name() + llvm::Twine(" writes ") + llvm::Twine(size) +
                 " bytes to an object of " + llvm::Twine(call.arg(i)),
             call.arg(0));
  return false;
}

void copies(ModelCall &call, Effects &to) {
  to.reads(call.arg(1), call.arg(2))
      .writes(call.arg(0), call.arg(2));
}

/// void *memcpy(void *to, const void *from, size_t n), and memmove
ModelResult copyBytes(ModelCall &call) {
  if (!call.copy(call.arg(0), call.arg(1), call.arg(2)))
    return call.failed();
  return call.ret(call.arg(0));
}

/// void *mempcpy(void *to, const void *from, size_t n)
ModelResult copyBytesEnd(ModelCall &call) {
  if (!call.copy(call.arg(0), call.arg(1), call.arg(2)))
    return call.failed();
  return call.ret(call.arg(0) + call.arg(2));
}

/// void *__memcpy_chk(void *to, const void *from, size_t n, size_t size)
ModelResult copyBytesChecked(ModelCall &call) {
  return fits(call, call.arg(2), 3) ? copyBytes(call) : call.failed();
}

/// void *__mempcpy_chk(void *to, const void *from, size_t n, size_t size)
ModelResult copyBytesEndChecked(ModelCall &call) {
  return fits(call, call.arg(2), 3) ? copyBytesEnd(call) : call.failed();
}

void copiesBackwards(ModelCall &call, Effects &to) {
  to.reads(call.arg(0), call.arg(2))
      .writes(call.arg(1), call.arg(2));
}

/// void bcopy(const void *from, void *to, size_t n)
ModelResult bcopyBytes(ModelCall &call) {
  if (!call.copy(call.arg(1), call.arg(0), call.arg(2)))
    return call.failed();
  return call.retVoid();
}

void fills(ModelCall &call, Effects &to) {
  to.writes(call.arg(0), call.arg(2));
}

/// void *memset(void *to, int byte, size_t n)
ModelResult fillBytes(ModelCall &call) {
  if (!call.fill(call.arg(0), uint8_t(call.arg(1)), call.arg(2)))
    return call.failed();
  return call.ret(call.arg(0));
}

/// void *__memset_chk(void *to, int byte, size_t n, size_t size)
ModelResult fillBytesChecked(ModelCall &call) {
  return fits(call, call.arg(2), 3) ? fillBytes(call) : call.failed();
}

void clears(ModelCall &call, Effects &to) {
  to.writes(call.arg(0), call.arg(1));
}

/// void bzero(void *to, size_t n), and explicit_bzero
ModelResult clearBytes(ModelCall &call) {
  if (!call.fill(call.arg(0), 0, call.arg(1)))
    return call.failed();
  return call.retVoid();
}

void compares(ModelCall &call, Effects &to) {
  to.reads(call.arg(0), call.arg(2))
      .reads(call.arg(1), call.arg(2));
}

/// int memcmp(const void *a, const void *b, size_t n), and bcmp
/// All n bytes must be readable, as the standard demands.
ModelResult compareBytes(ModelCall &call) {
  int difference = 0;
  ByteReader a(call, call.arg(0), Mode::Loud);
  ByteReader b(call, call.arg(1), Mode::Loud);
  for (uint64_t left = call.arg(2); left;) {
    const llvm::ArrayRef<uint8_t> x = a.ahead();
    const llvm::ArrayRef<uint8_t> y = x.empty() ? x : b.ahead();
    const uint64_t part =
        std::min({uint64_t(x.size()), uint64_t(y.size()), left});
    if (part == 0)
      return call.failed();
    const auto [p, q] = std::mismatch(x.begin(), x.begin() + part, y.begin());
    if (difference == 0 && p != x.begin() + part)
      difference = int(*p) - int(*q);
    a.skip(part);
    b.skip(part);
    left -= part;
  }
  return call.retInt(difference);
}

/// Position of a byte, at most n; -1 if not found, nullopt after a fault.
std::optional<int64_t> findByte(ModelCall &call, Mode mode) {
  ByteReader reader(call, call.arg(0), mode);
  uint8_t wanted = uint8_t(call.arg(1));
  for (uint64_t i = 0, n = call.arg(2); i != n; ++i) {
    int byte = reader.next();
    if (byte < 0)
      return mode == Mode::Quiet ? std::optional(int64_t(i) - 1) : std::nullopt;
    if (byte == wanted)
      return int64_t(i);
  }
  return -1;
}

void searches(ModelCall &call, Effects &to) {
  int64_t at = *findByte(call, Mode::Quiet);
  to.reads(call.arg(0), at < 0 ? call.arg(2) : uint64_t(at) + 1);
}

/// void *memchr(const void *s, int byte, size_t n)
/// Reads no further than the byte it finds.
ModelResult findFirst(ModelCall &call) {
  std::optional<int64_t> at = findByte(call, Mode::Loud);
  if (!at)
    return call.failed();
  return call.ret(*at < 0 ? 0 : call.arg(0) + uint64_t(*at));
}

void readsAll(ModelCall &call, Effects &to) {
  to.reads(call.arg(0), call.arg(2));
}

/// void *memrchr(const void *s, int byte, size_t n)
ModelResult findLast(ModelCall &call) {
  ByteReader reader(call, call.arg(0), Mode::Loud);
  uint8_t wanted = uint8_t(call.arg(1));
  uint64_t found = 0;
  for (uint64_t i = 0, n = call.arg(2); i != n; ++i) {
    int byte = reader.next();
    if (byte < 0)
      return call.failed();
    if (byte == wanted)
      found = call.arg(0) + i;
  }
  return call.ret(found);
}

/// Moves bytes without looking at them.
constexpr Model moving(const char *name, Model::Body body,
                       Model::Declares effects) {
  Model model = touching(name, body, effects);
  model.takes = Takes::Bytes;
  return model;
}

const RegisterModels kMemoryModels({
    moving("memcpy", copyBytes, copies),
    moving("memmove", copyBytes, copies),
    moving("mempcpy", copyBytesEnd, copies),
    moving("__mempcpy", copyBytesEnd, copies),
    moving("__memcpy_chk", copyBytesChecked, copies),
    moving("__memmove_chk", copyBytesChecked, copies),
    moving("__mempcpy_chk", copyBytesEndChecked, copies),
    moving("bcopy", bcopyBytes, copiesBackwards),
    moving("memset", fillBytes, fills),
    moving("__memset_chk", fillBytesChecked, fills),
    moving("bzero", clearBytes, clears),
    moving("explicit_bzero", clearBytes, clears),
    drops(3, touching("memcmp", compareBytes, compares)),
    drops(3, touching("bcmp", compareBytes, compares)),
    touching("memchr", findFirst, searches),
    touching("memrchr", findLast, readsAll),
});

} // namespace
} // namespace rbcheck
