//===- interp/exec/VerifyCaches.cpp - The invariants of the caches --------===//
//
// A hit in a cache is the whole access (Core.h), so a wrong entry would be a
// wrong verdict. Every entry is compared with what the slow path would find.
// Tested by test/unit/VerifyTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Core.h"

namespace rbcheck {

namespace {

std::string flawOfEntry(const Core &m, const TlbEntry &entry, bool write) {
  const uint64_t start = entry.begin();
  const Object *object = m.state.find(start);
  if (const Global *global = object ? nullptr : m.constantAt(start)) {
    const uint64_t offset = start - globalAddress(global->index);
    if (write || global->external || offset + entry.limit() > global->size ||
        entry.data() != Core::leafOf(*global, offset))
      return "a cached constant is wrong";
    return "";
  }
  if (!object)
    return "a cache names memory of no object";
  const uint64_t offset = start - object->base;
  if (offset + entry.limit() > object->size)
    return "a cache goes beyond an object";
  if (!m.isPrivate(object) ||
      (m.multi && object->owner() != m.current &&
       object->kind != ObjectKind::Global))
    return "a cache names memory that others can see";
  uint64_t available;
  if (m.state.peek(object, offset, available) != entry.data())
    return "a cache names memory that is not the object's";
  if (!write)
    return "";
  const Node *leaf =
      object->isSmall() ? nullptr
                        : object->leaves.get(uint32_t(offset / kLeafBytes));
  if (object->epoch != m.state.epoch() ||
      (!object->isSmall() && (!leaf || leaf->epoch != m.state.epoch())))
    return "a cache lets memory be written that is not owned";
  return "";
}

std::string flawOf(const Core &m, const Tlb &tlb, const UsedEntries &used,
                   bool write) {
  for (unsigned i = 0; i < kTlbSize; ++i) {
    const TlbEntry &entry = tlb.entries[i];
    if (entry.isEmpty())
      continue;
    if (!used.has(i) || tlbIndex(entry.begin()) != i ||
        entry.begin() % kLeafBytes)
      return "a cache entry is in the wrong place";
    if (std::string flaw = flawOfEntry(m, entry, write); !flaw.empty())
      return flaw;
  }
  return "";
}

} // namespace

std::string Core::findCacheFlaw() const {
  std::string flaw = flawOf(*this, readTlb, usedRead, false);
  if (flaw.empty())
    flaw = flawOf(*this, writeTlb, usedWrite, true);
  for (const Extent &extent : extents) {
    if (!flaw.empty() || (extent.base == 1 && extent.size == 0))
      continue;
    std::optional<Extent> now = extentAt(extent.base);
    if (!now || now->base != extent.base || now->size != extent.size)
      flaw = "the extent of an object that is gone";
  }
  return flaw;
}

} // namespace rbcheck
