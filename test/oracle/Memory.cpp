//===- test/oracle/Memory.cpp - Reading and writing memory ----------------===//
//
// Every access of instructions and library functions goes through here: it is
// checked, recorded, done.
//
//===----------------------------------------------------------------------===//
#include "test/oracle/Step.h"

#include <cstring>

namespace oracle {

/// Why there is no live object of this name.
static const char *reasonOfAbsence(const State &state, uint32_t name) {
  bool isThread = threadOf(name) < state.threads.size();
  if (regionOf(name) == Region::Heap && isThread &&
      numberOf(name) < state.threads[threadOf(name)].heapCount)
    return "use-after-free";
  if (regionOf(name) == Region::Stack && isThread)
    return "use-after-return";
  if (regionOf(name) == Region::ThreadLocal && isThread)
    return "use-after-free";
  return "invalid-pointer";
}

uint32_t Step::check(uint64_t address, uint64_t size, bool isWrite) {
  uint32_t name = nameOf(address);
  if (address < 4096)
    throw Failure{"null-dereference"};
  auto at = state.objects.find(name);
  if (at == state.objects.end())
    throw Failure{reasonOfAbsence(state, name)};
  const Object &object = *at->second;
  int64_t offset = offsetOf(address);
  if (object.isOpaque)
    throw Unsupported{"a variable that is defined in a library"};
  if (offset < 0 || uint64_t(offset) + size > object.bytes.size())
    throw Failure{"out-of-bounds"};
  if (isWrite && object.isConstant)
    throw Failure{"read-only-write"};
  return name;
}

static unsigned sizeOf(SyncKind kind) {
  switch (kind) {
  case SyncKind::Mutex:
    return 40;
  case SyncKind::RwLock:
    return 56;
  case SyncKind::Spin:
    return 4;
  case SyncKind::Cond:
    return 48;
  case SyncKind::Semaphore:
    return 32;
  case SyncKind::Barrier:
    return 32;
  case SyncKind::Once:
    return 4;
  case SyncKind::Guard:
    return 8;
  }
  return 0;
}

/// The bytes of a mutex in use are the library's business: what a plain access
/// would find there is not known.
static void checkNoSync(const State &state, uint64_t address, uint64_t size) {
  auto at = state.syncs.lower_bound(address - 64);
  for (; at != state.syncs.end() && at->first < address + size; ++at)
    if (at->first + sizeOf(at->second.kind) > address &&
        at->second.kind != SyncKind::Guard)
      throw Unsupported{"a plain access to a synchronisation object in use"};
}

uint64_t Step::read(uint64_t address, unsigned size, bool isAtomic) {
  uint32_t name = check(address, size, false);
  accesses.push_back({address, size, false, isAtomic});
  checkNoSync(state, address, size);
  uint64_t bits = 0;
  std::memcpy(&bits, &state.objects.at(name)->bytes[offsetOf(address)], size);
  return bits;
}

void Step::write(uint64_t address, uint64_t bits, unsigned size,
                 bool isAtomic) {
  uint32_t name = check(address, size, true);
  accesses.push_back({address, size, true, isAtomic});
  checkNoSync(state, address, size);
  std::memcpy(&state.change(name).bytes[offsetOf(address)], &bits, size);
}

std::string Step::readBytes(uint64_t address, uint64_t size) {
  if (size == 0)
    return "";
  uint32_t name = check(address, size, false);
  accesses.push_back({address, size, false, false});
  checkNoSync(state, address, size);
  const uint8_t *from = &state.objects.at(name)->bytes[offsetOf(address)];
  return std::string(from, from + size);
}

void Step::writeBytes(uint64_t address, const std::string &bytes) {
  if (bytes.empty())
    return;
  uint32_t name = check(address, bytes.size(), true);
  accesses.push_back({address, bytes.size(), true, false});
  checkNoSync(state, address, bytes.size());
  std::memcpy(&state.change(name).bytes[offsetOf(address)], bytes.data(),
              bytes.size());
}

std::string Step::readString(uint64_t address) {
  uint32_t name = check(address, 1, false);
  const std::vector<uint8_t> &bytes = state.objects.at(name)->bytes;
  size_t at = offsetOf(address), end = at;
  while (end < bytes.size() && bytes[end])
    ++end;
  // Without a terminator it reads one byte beyond the object, and fails.
  std::string text = readBytes(address, end - at + 1);
  text.pop_back();
  return text;
}

void Step::recordEnd(uint32_t name) {
  uint64_t size = state.objects.at(name)->bytes.size();
  accesses.push_back(
      {addressOf(name), std::max<uint64_t>(size, 1), true, true, true});
}

void Step::setErrno(int error) {
  write(addressOf(objectName(Region::ThreadLocal, thread, kErrnoNumber)),
        uint32_t(error), 4);
}

// Synchronisation objects
// ----------------------------------------------------------

void Step::touchSync(SyncKind kind, uint64_t address) {
  synchronises = true;
  check(address, sizeOf(kind), true);
  accesses.push_back({address, sizeOf(kind), true, true});
  orderedBy(address);
}

Sync &Step::newSync(SyncKind kind, uint64_t address) {
  touchSync(kind, address);
  Sync &sync = state.syncs[address] = Sync();
  sync.kind = kind;
  return sync;
}

/// Made by a static initialiser: the bytes say what it is. Only mutexes and
/// read-write locks have ones that are not all zero (their kind).
static Sync fromInitialiser(SyncKind kind, const std::vector<uint8_t> &bytes,
                            size_t at) {
  Sync sync;
  sync.kind = kind;
  size_t kindAt = kind == SyncKind::Mutex    ? 16
                  : kind == SyncKind::RwLock ? 48
                                             : ~0u;
  bool canBeZero = kind != SyncKind::Barrier;
  for (unsigned i = 0; i < sizeOf(kind); ++i) {
    if (i == kindAt && bytes[at + i] <= 3)
      sync.type = bytes[at + i];
    else if (bytes[at + i] || !canBeZero)
      throw Failure{"lock-misuse"}; // never initialised
  }
  if (kind == SyncKind::Mutex && sync.type == 3)
    sync.type = 0; // adaptive: a normal one
  if (kind == SyncKind::RwLock && sync.type == 2)
    throw Unsupported{"a read-write lock that prefers writers"};
  return sync;
}

Sync &Step::sync(SyncKind kind, uint64_t address) {
  touchSync(kind, address);
  auto at = state.syncs.find(address);
  if (at == state.syncs.end()) {
    const std::vector<uint8_t> &bytes =
        state.objects.at(nameOf(address))->bytes;
    Sync made = fromInitialiser(kind, bytes, offsetOf(address));
    at = state.syncs.emplace(address, made).first;
  }
  if (at->second.isDestroyed)
    throw Failure{"lock-misuse"};
  if (at->second.kind != kind)
    throw Unsupported{"two kinds of synchronisation object at one address"};
  return at->second;
}

} // namespace oracle
