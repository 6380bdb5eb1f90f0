//===- runtime/libc/exit.c - exit and what runs before it -----------------===//
//
// Handlers run in reverse order of their registration, in the thread that
// calls exit. There are no buffers to flush. The number of handlers is only
// accessed atomically: exit may be called while another thread registers.
// Tested by test/models/exit*.c.
//
//===----------------------------------------------------------------------===//
#include "runtime/include/rbcheck_abi.h"

#include <stdlib.h>

enum { kHandlers = 1024 };
enum Kind { kPlain, kWithArgument, kWithStatus };

struct Handler {
  enum Kind kind;
  void (*function)(void);
  void *argument;
};

struct List {
  int count;
  struct Handler handlers[kHandlers];
};

static struct List atExit, atQuickExit;

/// Destroys the caller's thread_local objects, once there are some
/// (runtime/pthread/thread-end.c). Always the same function.
__attribute__((section(RB_QUIET_SECTION))) void (*__rb_before_exit)(void);

/// Judges how a test program ends (runtime/cxx/test-frameworks.cpp); null in
/// others. Set before the program is run (tools/load/TestHooks.cpp).
__attribute__((section(RB_QUIET_SECTION))) void (*__rb_judge_status)(int);

/// Does nothing; that a program refers to it brings __rb_last_exit along.
void __rb_has_thread_end(void (*function)(void));

/// The machine calls this instead of ending the last thread: exit was not called
/// and main has not returned, but handlers run all the same.
void __rb_last_exit(void) { exit(0); }

static int add(struct List *list, enum Kind kind, void (*function)(void),
               void *argument) {
  __rb_has_thread_end(__rb_last_exit);
  int at = __atomic_fetch_add(&list->count, 1, __ATOMIC_SEQ_CST);
  if (at >= kHandlers)
    return -1;
  struct Handler handler = {kind, function, argument};
  list->handlers[at] = handler;
  return 0;
}

/// Handlers may register further ones: those run next.
static void run(struct List *list, int status) {
  int count;
  while ((count = __atomic_load_n(&list->count, __ATOMIC_SEQ_CST)) > 0) {
    struct Handler handler = list->handlers[count - 1];
    __atomic_store_n(&list->count, count - 1, __ATOMIC_SEQ_CST);
    switch (handler.kind) {
    case kPlain:
      handler.function();
      break;
    case kWithArgument:
      ((void (*)(void *))handler.function)(handler.argument);
      break;
    case kWithStatus:
      ((void (*)(int, void *))handler.function)(status, handler.argument);
      break;
    }
  }
}

int atexit(void (*function)(void)) {
  return add(&atExit, kPlain, function, 0);
}

int on_exit(void (*function)(int, void *), void *argument) {
  return add(&atExit, kWithStatus, (void (*)(void))function, argument);
}

int __cxa_atexit(void (*function)(void *), void *argument, void *object) {
  (void)object;
  return add(&atExit, kWithArgument, (void (*)(void))function, argument);
}

int at_quick_exit(void (*function)(void)) {
  return add(&atQuickExit, kPlain, function, 0);
}

void exit(int status) {
  if (__rb_before_exit)
    __rb_before_exit();
  run(&atExit, status);
  if (__rb_judge_status)
    __rb_judge_status(status);
  _Exit(status);
}

void quick_exit(int status) {
  run(&atQuickExit, status);
  if (__rb_judge_status)
    __rb_judge_status(status);
  _Exit(status);
}
