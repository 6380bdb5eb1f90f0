//===- tools/report/ObjectLog.h - Which objects a replay saw made ---------===//
//
// Where stack and heap objects come from is no part of a state; a replay
// watches and keeps it. Gives them their names: a local is `x in main`, heap
// memory is named by its type, or by the variable that got it first, as far as
// the debug info tells, and by where it was allocated: `node@list.c:14`, the
// second one from there `node@list.c:14#2`. PlainNames.h has it in words.
// Tested by test/trace/names.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Locate.h"

#include <map>
#include <string>

namespace rbcheck {

struct ObjectRecord {
  uint64_t base = 0;
  uint64_t size = 0;
  uint16_t thread = 0; ///< that made it
  CodePlace place;     ///< the instruction that made it
  CodePlace noted;     ///< the one that tells its type
  Location madeAt;     ///< heap: in the user's code
  uint32_t number = 0; ///< of those made there, from 1
  bool isFreed = false;
  uint16_t freer = 0;
  Location freedAt;
};

class ObjectLog {
public:
  explicit ObjectLog(const Program &program) : program_(program) {}

  void made(Machine *machine, uint64_t base, uint64_t size, uint32_t thread,
            CodePlace place);
  void freed(Machine *machine, uint64_t base, uint32_t thread,
             CodePlace place);
  ObjectName nameOf(uint64_t base) const;
  /// Heap: "list.c:14".
  static std::string placeOf(const ObjectRecord &record);
  /// Takes over what another log of the same program knows.
  void assign(const ObjectLog &other) {
    objects_ = other.objects_;
    counts_ = other.counts_;
  }
  const std::map<uint64_t, ObjectRecord> &all() const { return objects_; }
  /// The object an address is in, or just behind; null if there is none.
  const ObjectRecord *find(uint64_t address) const;

private:
  CodePlace notedPlace(Machine *machine, uint32_t thread, CodePlace place,
                       uint64_t size) const;
  Location userLocation(Machine *machine, uint32_t thread,
                        CodePlace place) const;

  const Program &program_;
  std::map<uint64_t, ObjectRecord> objects_; ///< by base
  std::map<std::pair<std::string, uint32_t>, uint32_t> counts_;
};

} // namespace rbcheck
