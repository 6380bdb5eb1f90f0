//===- runtime/pthread/thread-end.h - What runs when a thread ends --------===//
#pragma once

/// Has `function` called when this thread ends: by returning from its start
/// function, pthread_exit or thrd_exit; not when the process exits. The last
/// one set counts.
void __rb_at_thread_end(void (*function)(void));
