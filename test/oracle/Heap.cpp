//===- test/oracle/Heap.cpp - malloc, new, free, delete -------------------===//
#include "test/oracle/Library.h"

namespace oracle {

uint64_t allocateHeap(Step &step, uint64_t size, Family family, uint8_t fill) {
  if (size > 1 << 20)
    throw Unsupported{"a very large allocation"};
  uint32_t name =
      objectName(Region::Heap, step.thread, step.self().heapCount++);
  auto object = std::make_shared<Object>();
  object->bytes.assign(size, fill);
  object->family = family;
  step.state.objects[name] = object;
  return addressOf(name);
}

void freeHeap(Step &step, uint64_t address, Family family) {
  if (!address)
    return;
  uint32_t name = nameOf(address);
  if (regionOf(name) != Region::Heap)
    throw Failure{"invalid-free"};
  auto at = step.state.objects.find(name);
  if (at == step.state.objects.end())
    throw Failure{"double-free"};
  if (offsetOf(address) != 0 || at->second->family != family)
    throw Failure{"invalid-free"};
  step.recordEnd(name);
  step.state.remove(name);
}

static LibraryFunction makes(Family family) {
  return [family](Step &step, Arguments a) {
    step.finishCall(allocateHeap(step, a[0], family, kFresh));
  };
}

static LibraryFunction ends(Family family) {
  return [family](Step &step, Arguments a) {
    freeHeap(step, a[0], family);
    step.finishCall(0);
  };
}

void addHeap(Library &library) {
  library["malloc"] = makes(Family::Malloc);
  library["free"] = ends(Family::Malloc);
  library["calloc"] = [](Step &step, Arguments a) {
    if (a[0] > 1 << 20 || a[1] > 1 << 20)
      throw Unsupported{"a very large allocation"};
    step.finishCall(allocateHeap(step, a[0] * a[1], Family::Malloc, 0));
  };
  library["_Znwm"] = makes(Family::New);
  library["_Znam"] = makes(Family::NewArray);
  library["_ZdlPv"] = library["_ZdlPvm"] = ends(Family::New);
  library["_ZdaPv"] = library["_ZdaPvm"] = ends(Family::NewArray);
}

} // namespace oracle
