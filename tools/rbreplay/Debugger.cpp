//===- tools/rbreplay/Debugger.cpp - Stands at a step of a trace ----------===//
#include "tools/rbreplay/Debugger.h"

namespace rbcheck {

/// Going back costs at most so many steps, keeping costs little.
static constexpr size_t kKeep = 256;

Debugger::Debugger(const Program &program, const MachineOptions &options,
                   const TraceData &trace)
    : trace_(trace), machine_(program, options), objects_(program) {
  machine_.setObserver(this);
  machine_.start();
  kept_.push_back({machine_.save(), objects_});
}

void Debugger::go(size_t wanted) {
  wanted = std::min(wanted, length());
  if (wanted < position_) {
    const Kept &kept = kept_[std::min(wanted / kKeep, kept_.size() - 1)];
    machine_.load(kept.state);
    objects_.assign(kept.objects);
    position_ = size_t(&kept - kept_.data()) * kKeep;
  }
  while (position_ < wanted) {
    machine_.step(trace_.schedule[position_]);
    ++position_;
    if (position_ % kKeep == 0 && position_ / kKeep == kept_.size() &&
        position_ < length())
      kept_.push_back({machine_.save(), objects_});
  }
}

uint32_t Debugger::currentThread() const {
  return position_ < length() ? trace_.steps[position_].thread
                              : trace_.fault.thread;
}

} // namespace rbcheck
