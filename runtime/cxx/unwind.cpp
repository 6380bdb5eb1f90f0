//===- runtime/cxx/unwind.cpp - Finds handlers and unwinds to them --------===//
#include "runtime/cxx/unwind.h"

namespace rbcheck {

int selectClause(const Pad &pad, Exception &exception) {
  auto *words = reinterpret_cast<const uint64_t *>(&pad + 1);
  for (uint64_t i = 0; i < pad.clauses; ++i) {
    auto &clause = *reinterpret_cast<const Clause *>(words);
    words += 2 + clause.count;
    bool isListed = false;
    void *object = exception.object();
    for (uint64_t k = 0; k < clause.count && !isListed; ++k) {
      object = exception.object();
      isListed = !clause.types[k] ||
                 isCaught(*clause.types[k], *exception.type, object);
    }
    if (isListed != (clause.selector > 0))
      continue;
    exception.adjusted = object;
    return int(clause.selector);
  }
  return 0;
}

/// Leaves frames up to the handler, or to the next clean-up before it.
[[noreturn]] static void leaveFrames(Exception *exception) {
  if (exception->force)
    exception->force(exception);
  for (uint64_t frame = __rb_unwind_depth();;) {
    if (--frame == exception->frame)
      __rb_unwind_land(frame, exception, exception->selector);
    const Pad *pad = __rb_unwind_pad(frame);
    if (pad && pad->isCleanup)
      __rb_unwind_land(frame, exception, 0);
  }
}

void raise(Exception *exception) {
  if (exception->force)
    exception->force(exception);
  for (uint64_t frame = __rb_unwind_depth(); frame-- > 0;) {
    const Pad *pad = __rb_unwind_pad(frame);
    if (!pad)
      continue;
    if (int selector = selectClause(*pad, *exception)) {
      exception->frame = frame;
      exception->selector = selector;
      leaveFrames(exception);
    }
  }
}

} // namespace rbcheck

/// A clean-up is done.
extern "C" void _Unwind_Resume(void *exception) {
  rbcheck::leaveFrames(static_cast<rbcheck::Exception *>(exception));
}
