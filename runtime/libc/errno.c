//===- runtime/libc/errno.c - errno ---------------------------------------===//
//
// One per thread. Models set it by its name (ModelCall::setErrno).
//
//===----------------------------------------------------------------------===//

_Thread_local int __rb_errno;

int *__errno_location(void) { return &__rb_errno; }
