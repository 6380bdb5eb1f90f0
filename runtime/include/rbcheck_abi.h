//===- runtime/include/rbcheck_abi.h - What runtime and tool agree on -----===//
//
// Layouts that both the C code in runtime/ and the models in interp/models
// rely on. The objects themselves have the sizes of glibc's x86-64 headers;
// what is inside them is ours, except where static initialisers fix it.
// Not for users: they include rbcheck.h.
//
//===----------------------------------------------------------------------===//
#pragma once

/// First word of an initialised attribute object, and of a destroyed one.
#define RB_ATTR_MAGIC 0x52417474
#define RB_ATTR_DESTROYED 0x44417474

/// The contents of a pthread_attr_t (56 bytes).
struct rb_thread_attr {
  int magic;
  int detached;
  unsigned long stackSize;
  unsigned long guardSize;
  void *stackAddress;
  int policy;
  int priority;
  int inherit;
  int scope;
  int processors; ///< a bit for each of the two, and RB_PROCESSORS_SET
};
#define RB_PROCESSORS_SET 4

/// The contents of a pthread_mutexattr_t, pthread_condattr_t,
/// pthread_rwlockattr_t or pthread_barrierattr_t (4 or 8 bytes): a tag in the
/// upper half says that it was initialised, the bits below what was asked for.
#define RB_SMALL_ATTR_TAG 0x52420000
#define RB_SMALL_ATTR_MASK 0x7fff0000
#define RB_MUTEX_KIND_MASK 3
#define RB_ATTR_SHARED 4
#define RB_ATTR_CLOCK_SHIFT 3
#define RB_ATTR_CLOCK_MASK (15 << RB_ATTR_CLOCK_SHIFT)
#define RB_ATTR_PROTOCOL_SHIFT 7
#define RB_ATTR_PROTOCOL_MASK (3 << RB_ATTR_PROTOCOL_SHIFT)
/// Mutexes only: they have no clock.
#define RB_MUTEX_ROBUST 8
#define RB_MUTEX_CEILING_SHIFT 9
#define RB_MUTEX_CEILING_MASK (127 << RB_MUTEX_CEILING_SHIFT)
/// Read-write locks only: the kind of pthread_rwlockattr_setkind_np.
#define RB_RWLOCK_KIND_MASK 3

/// Global variables of the runtime library in this section are as if private
/// to every thread: access to them is no scheduling point and no data race. For
/// what the library promises to synchronise itself and what decides nothing but
/// output: the standard streams of C++.
#define RB_QUIET_SECTION ".rbcheck.quiet"

/// One of the objects that a thread waits for: some bit of the mask in the word
/// at that address lets it go on (interp/models/Await.cpp), or a signal of the sets
/// at `signals` (struct rb_signal_sets), unless that is 0.
struct rb_wait {
  unsigned long word;
  unsigned long signals;
  unsigned mask;
  unsigned unused; ///< 0
};
#define RB_AWAIT_READY 0
#define RB_AWAIT_LATE 1
#define RB_AWAIT_CANCELLED 2
#define RB_AWAIT_INTERRUPTED 3

/// Where a FILE keeps its file descriptor.
#define RB_FILE_FD_OFFSET 112
