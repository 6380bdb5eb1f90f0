//===- interp/exec/WeakRaces.cpp - Data races by what threads know --------===//
//
// With MemoryModel::C11 an access races if its thread does not know of another
// one that it conflicts with (WeakMemory::findRaces). Each leaves a record.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Core.h"
#include "interp/exec/Flows.h"

namespace rbcheck {

namespace {

RecordKind kindOf(const Access &access) {
  if (access.atomic)
    return access.write ? RecordKind::AtomicWrite : RecordKind::AtomicRead;
  return access.write ? RecordKind::PlainWrite : RecordKind::PlainRead;
}

Access accessOf(const Record &record) {
  Access access;
  access.address = record.address;
  access.size =
      uint32_t(std::min<uint64_t>(record.end - record.address, UINT32_MAX));
  access.write = record.kind == RecordKind::PlainWrite ||
                 record.kind == RecordKind::AtomicWrite;
  access.atomic = record.kind == RecordKind::AtomicRead ||
                  record.kind == RecordKind::AtomicWrite;
  return access;
}

} // namespace

bool Core::racesWithRecord(const Insn *pc, uint64_t n, const Access &access) {
  Record mine;
  mine.address = access.address;
  mine.end = access.address + access.size;
  mine.thread = uint16_t(current);
  mine.kind = kindOf(access);
  mine.place = placeNumber(pc);
  if (mine.kind == RecordKind::PlainWrite)
    state.ownWeak().closeCells(mine.address, mine.end);
  // Records are kept whether races are looked for or not: what they are decides
  // which states, and so which messages, are the same.
  bool stops = false;
  for (const Record &other : findRecordRaces(mine)) {
    if (other.isGuess && options.locality) {
      stopAt(pc, n);
      end = StepEnd::NotLocal;
      return true;
    }
    if (stops)
      break;
    raiseAt(pc, n, FaultKind::DataRace, "", 0);
    fault = raceWith(other, access, placeOf(pc));
    stops = !survive(false);
  }
  state.ownWeak().renew(mine);
  return stops;
}

llvm::SmallVector<Record, 2> Core::findRecordRaces(const Record &mine) const {
  if (!options.racesInSections)
    return {};
  return state.weak()->findRaces(mine);
}

Fault Core::raceWith(const Record &other, const Access &mine, CodePlace place) {
  Fault race = unordered(current, place, mine, other.thread,
                         placeOfNumber(other.place), accessOf(other));
  race.kind = FaultKind::DataRace; // also with the end of a life
  race.message = "data race on " +
                 names->describeAddress(
                     race.address,
                     std::min<uint64_t>(mine.size, other.end - other.address)) +
                 ": " + race.message;
  return race;
}

bool Core::racesWithRecords(const Insn *pc, uint64_t n,
                            llvm::ArrayRef<Access> accesses) {
  for (Access access : accesses) {
    if (!touchesShared(access.address, access.size))
      continue;
    access.atomic |= isInSection();
    if (racesWithRecord(pc, n, access))
      return true;
  }
  return false;
}

Record Core::recordOf(const Object *object) const {
  Record mine;
  mine.address = object->base;
  mine.end = object->base + std::max<uint64_t>(object->size, 1);
  mine.thread = uint16_t(current);
  mine.kind = RecordKind::PlainWrite;
  mine.place = placeNumber();
  return mine;
}

void Core::recordSharing(const Object *object) {
  if (!isWeak() || !multi || current == kNoThread)
    return;
  Record mine = recordOf(object);
  mine.isGuess = true;
  state.ownWeak().renew(mine);
}

void Core::endWeakly(const Object *object) {
  if (!isWeak() || !multi || isPrivate(object) || isQuiet(object) ||
      current == kNoThread)
    return;
  const Record mine = recordOf(object);
  for (const Record &other : findRecordRaces(mine)) {
    Access ends = accessOf(mine);
    ends.release = true;
    if (!raceAtEnd)
      raceAtEnd = raceWith(other, ends, placeOf(top ? top->pc : nullptr));
  }
  state.ownWeak().forgetRange(mine.address, mine.end);
}

void Core::raiseAtEnd() {
  std::optional<Fault> race = std::exchange(raceAtEnd, std::nullopt);
  if (end != StepEnd::Parked && end != StepEnd::Exited)
    return;
  fault = std::move(race);
  end = StepEnd::Fault;
}

bool Core::racesInCall(const Insn *pc, uint64_t n, const Role &role,
                       llvm::ArrayRef<Access> accesses) {
  // A futex is an address, whatever lives there.
  if (role.act == Act::Futex || role.act == Act::Await)
    return false;
  for (const Access &access : accesses) {
    // Of those that have no act only libatomic's touch memory atomically.
    if (access.atomic && role.act == Act::None)
      state.ownWeak().learnFromBytes(current, access.address, access.size);
    if (access.write)
      state.ownWeak().closeCells(access.address, access.address + access.size);
  }
  if (!isInSection() && racesWithRecords(pc, n, accesses))
    return true;
  for (const Access &access : accesses)
    if (access.atomic && access.write && role.act == Act::None)
      state.ownWeak().teachObject(
          current, {access.address, access.size, Knower::Object});
  return false;
}

} // namespace rbcheck
