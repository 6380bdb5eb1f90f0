//===- tools/report/StackDepths.cpp - How deep a thread is in its calls ---===//
#include "tools/report/StackDepths.h"

#include "passes/LibraryFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace rbcheck {

/// Two values are the map's own.
static uint64_t keyOf(const FrameNode &frame) {
  return uint64_t(frame.hash) >> 1;
}

StackDepths::StackDepths(const Program &program) {
  for (const Function &function : program.functions) {
    const SourceLoc &at = function.declared;
    isUsers_.push_back(at.line && !isLibraryFile(program.files[at.file]));
  }
}

uint32_t StackDepths::of(const Machine &machine, uint32_t thread) {
  llvm::SmallVector<const FrameNode *, 16> fresh;
  uint32_t depth = 0;
  for (const FrameNode *frame = machine.state().thread(thread).top; frame;
       frame = frame->parent) {
    ++looked_;
    if (auto found = known_.find(keyOf(*frame)); found != known_.end()) {
      depth = found->second;
      break;
    }
    fresh.push_back(frame);
  }
  for (const FrameNode *frame : llvm::reverse(fresh)) {
    depth += isUsers_[frame->function];
    known_[keyOf(*frame)] = depth;
  }
  return depth;
}

} // namespace rbcheck
