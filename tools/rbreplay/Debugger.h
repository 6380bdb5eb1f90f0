//===- tools/rbreplay/Debugger.h - Stands at a step of a trace ------------===//
//
// A machine that can go to any step of a recorded schedule, forwards and
// backwards: every state on the way was kept, which costs next to nothing since
// states share what they have in common (interp/state). Names of objects are
// those of the position.
// Tested by test/trace/step.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/ObjectLog.h"
#include "tools/report/TraceData.h"

namespace rbcheck {

class Debugger final : private Observer {
public:
  Debugger(const Program &program, const MachineOptions &options,
           const TraceData &trace);

  /// Steps done so far: 0 .. length().
  size_t position() const { return position_; }
  size_t length() const { return trace_.steps.size(); }
  void go(size_t position);

  const TraceData &trace() const { return trace_; }
  Machine &machine() { return machine_; }
  const ObjectLog &objects() const { return objects_; }
  /// The thread of the next step; at the end the one that failed.
  uint32_t currentThread() const;

private:
  void allocated(uint64_t address, uint64_t size, uint32_t thread,
                 CodePlace place) override {
    objects_.made(&machine_, address, size, thread, place);
  }
  void freed(uint64_t address, uint32_t thread, CodePlace place) override {
    objects_.freed(&machine_, address, thread, place);
  }
  ObjectName objectName(uint64_t base) override {
    return objects_.nameOf(base);
  }

  const TraceData &trace_;
  Machine machine_;
  ObjectLog objects_;
  size_t position_ = 0;
  /// State and object names at every kKeep-th position, and at the start.
  struct Kept {
    State state;
    ObjectLog objects;
  };
  std::vector<Kept> kept_;
};

} // namespace rbcheck
