//===- interp/exec/Pointers.cpp - Which object a pointer is for -----------===//
//
// Arithmetic on pointers where comparing numbers does not decide (Stray.h), and
// the faults of pointers that must not be used.
// Tested by test/verify/far-index*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Pointers.h"

#include "interp/exec/Core.h"

#include <algorithm>

namespace rbcheck {

std::string hexText(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof(text), "0x%llx", (unsigned long long)value);
  return text;
}

std::string rangeText(uint64_t n, int64_t offset, uint64_t size) {
  auto bytes = [](uint64_t count) {
    return std::to_string(count) + (count == 1 ? " byte" : " bytes");
  };
  return bytes(n) + " at offset " + std::to_string(offset) +
         " of an object of " + bytes(size);
}

// Where pointers lead ------------------------------------------------------------

const Global *Core::constantAt(uint64_t address) const {
  if (!isCanonical(address) || regionOf(address) != RegionKind::Global ||
      globalIndexOf(address) >= constants.size())
    return nullptr;
  return constants[globalIndexOf(address)];
}

std::optional<Extent> Core::extentAt(uint64_t address) const {
  Extent extent;
  if (const Object *object = state.find(address))
    extent = {object->base, object->size};
  else if (const Global *global = constantAt(address);
           global && !global->external)
    extent = {globalAddress(global->index), global->size};
  if (!extent.holds(address))
    return std::nullopt;
  return extent;
}

uint64_t Core::stepPointer(uint64_t from, uint64_t delta, bool inBounds) {
  return rbcheck::stepPointer(from, delta, inBounds, [&](uint64_t address) {
    std::optional<Extent> extent = extentAt(address);
    if (extent && !hasTag(extent->size)) {
      extents[extentIndex(address)] = *extent;
      hasExtents = true;
    }
    return extent;
  });
}

void Core::forgetExtents() {
  if (hasExtents)
    std::fill(std::begin(extents), std::end(extents), Extent());
  hasExtents = false;
}

// Faults -------------------------------------------------------------------------

void Core::raiseStray(const char *verb, uint64_t address, uint64_t n) {
  const uint64_t origin = originOf(address);
  std::optional<Extent> own = origin ? extentAt(origin) : std::nullopt;
  if (!own && !extentAt(plainOf(address)))
    return raise(FaultKind::InvalidPointer,
                 llvm::Twine(verb) + " address " + hexText(address) +
                     ", where there is no object",
                 address);
  if (!own)
    return raise(FaultKind::OutOfBounds,
                 llvm::Twine(verb) + " an object through a pointer that was "
                                     "computed from one into another object",
                 plainOf(address));
  raise(FaultKind::OutOfBounds,
        (*verb == 'w' ? "write of " : "read of ") +
            rangeText(n, int64_t(plainOf(address) - own->base), own->size) +
            ", which leads into another object",
        own->base);
}

void Core::raiseDeadLocal(const char *verb, uint64_t address, bool isInFrame) {
  raise(FaultKind::UseAfterReturn,
        llvm::Twine(verb) + (isInFrame ? " a local variable whose scope has ended"
                                       : " a local variable of a function that "
                                         "has returned"),
        address);
}

} // namespace rbcheck
