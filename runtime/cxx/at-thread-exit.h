//===- runtime/cxx/at-thread-exit.h - Work for the end of a thread --------===//
#pragma once

#include <condition_variable>

namespace std {

/// When the calling thread has ended and its thread-local objects are gone,
/// `element->_M_cb(element)` is called; the last one added comes first.
void rbAtThreadExit(__at_thread_exit_elt *element);

} // namespace std
