//===- runtime/pthread/cancel.c - How threads end, clean-up handlers ------===//
//
// In C, pthread_cleanup_push is a sigsetjmp whose buffer is registered here.
// A thread that ends early (pthread_exit, pthread_cancel) jumps to the newest
// buffer; the code there runs its handler and comes back for the next one.
// When there is none left, the thread ends. The machine calls
// __rb_act_on_cancel at cancellation points (interp/models/Cancel.cpp).
// In between, frames with destructors, or with handlers of C code that was
// compiled with -fexceptions, are left as by an exception
// (runtime/cxx/forced-unwind.cpp).
// Tested by test/models/cancel*.c, cleanup*.c and test/cxx/thread-exit*.cpp.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <threads.h>

// CancelFlags of interp/state/Thread.h.
enum { kRequested = 1, kDisabled = 2, kAsync = 4, kLeaving = 8 };

int __rb_cancel(pthread_t thread, void (*act)(void));
int __rb_cancel_flags(int mask, int flags);
void __rb_cancel_async(void);
_Noreturn void __rb_thread_exit(void *result);
unsigned long __rb_unwind_depth(void);
const void *__rb_unwind_pad(unsigned long frame);

static _Thread_local __pthread_unwind_buf_t *newest;
static _Thread_local void *result;

static __pthread_unwind_buf_t *older(const __pthread_unwind_buf_t *buffer) {
  return buffer->__pad[0];
}

/// The lowest frame that is above the newest buffer's.
unsigned long __rb_unwind_end(void) {
  return newest ? (unsigned long)newest->__pad[2] : 0;
}

/// All frames above the newest buffer's were left.
_Noreturn void __rb_unwound(void) {
  if (newest)
    longjmp((struct __jmp_buf_tag *)newest->__cancel_jmp_buf, 1);
  __rb_thread_exit(result);
}

/// Programs without the C++ library have no such frames.
__attribute__((weak)) _Noreturn void __rb_force_unwind(void) {
  __rb_unwound();
}

static _Noreturn void leave(void) {
  const unsigned long end = __rb_unwind_end();
  for (unsigned long frame = __rb_unwind_depth(); frame-- > end;)
    if (__rb_unwind_pad(frame))
      __rb_force_unwind();
  __rb_unwound();
}

void pthread_exit(void *value) {
  __rb_cancel_flags(kLeaving, kLeaving);
  result = value;
  leave();
}

void thrd_exit(int value) { pthread_exit((void *)(long)value); }

void __pthread_register_cancel(__pthread_unwind_buf_t *buffer) {
  buffer->__pad[0] = newest;
  buffer->__pad[2] = (void *)(__rb_unwind_depth() - 1); // without this one
  newest = buffer;
}

void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer) {
  newest = older(buffer);
}

void __pthread_unwind_next(__pthread_unwind_buf_t *buffer) {
  newest = older(buffer);
  leave();
}

/// What pthread_cleanup_push has the compiler call with -fexceptions.
void __pthread_cleanup_routine(struct __pthread_cleanup_frame *frame) {
  if (frame->__do_it)
    frame->__cancel_routine(frame->__cancel_arg);
}

// pthread_cleanup_push_defer_np: cancellation is deferred in between.

void __pthread_register_cancel_defer(__pthread_unwind_buf_t *buffer) {
  __pthread_register_cancel(buffer);
  buffer->__pad[1] = (void *)(long)__rb_cancel_flags(kAsync, 0);
}

void __pthread_unregister_cancel_restore(__pthread_unwind_buf_t *buffer) {
  __pthread_unregister_cancel(buffer);
  __rb_cancel_flags(kAsync, (int)(long)buffer->__pad[1]);
}

/// Called by the machine instead of the function that was to be entered.
void __rb_act_on_cancel(void) { pthread_exit(PTHREAD_CANCELED); }

/// An asynchronous request of the calling thread is acted on at once.
static void actAtOnce(int flags) {
  if (flags & kAsync)
    pthread_testcancel();
}

int pthread_cancel(pthread_t thread) {
  const int error = __rb_cancel(thread, __rb_act_on_cancel);
  if (thread == pthread_self())
    actAtOnce(__rb_cancel_flags(0, 0));
  return error;
}

int pthread_setcancelstate(int state, int *old) {
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
    return EINVAL;
  int flags = __rb_cancel_flags(
      kDisabled, state == PTHREAD_CANCEL_DISABLE ? kDisabled : 0);
  if (old)
    *old = flags & kDisabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
  if (state == PTHREAD_CANCEL_ENABLE)
    actAtOnce(flags);
  return 0;
}

int pthread_setcanceltype(int type, int *old) {
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
    return EINVAL;
  int flags = __rb_cancel_flags(kAsync, 0);
  if (old)
    *old = flags & kAsync ? PTHREAD_CANCEL_ASYNCHRONOUS
                          : PTHREAD_CANCEL_DEFERRED;
  if (type == PTHREAD_CANCEL_ASYNCHRONOUS) {
    __rb_cancel_async();
    pthread_testcancel();
  }
  return 0;
}
