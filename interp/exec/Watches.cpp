//===- interp/exec/Watches.cpp - Instructions whose execution is noted ----===//
#include "interp/exec/Watches.h"

namespace rbcheck {

Watches::Watches(const Program &program, std::vector<CodePlace> places)
    : program_(program) {
  for (uint32_t i = 0; i < places.size(); ++i) {
    Insn &insn = program_.functions[places[i].function].code[places[i].pc];
    insn.op = asWatched(insn.op);
    numbers_[&insn] = i;
  }
}

void Watches::reached(const Insn *pc, uint64_t n, uint32_t thread,
                      const OpenState &state) {
  // What is left out is not the last event, so it cannot be taken back.
  bool fits = events_.size() < Machine::kMaxWatchEvents;
  lastCount_ = fits ? n : ~0ull;
  if (!fits)
    return;
  events_.push_back({thread, numbers_.lookup(pc), true, state.threadCount() > 1,
                     state.thread(thread).held});
}

} // namespace rbcheck
