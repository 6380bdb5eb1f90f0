//===- runtime/pthread/thread-end.c - What runs when a thread ends --------===//
//
// First the destructors of C++'s thread_local objects, the last one first;
// then those of thread-specific data (specific.c). When a thread calls exit,
// its thread_local objects are destroyed before any handler runs.
// Tested by test/models/specific.c, test/cxx/thread-local.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/pthread/thread-end.h"

#include <stdlib.h>

struct Destructor {
  void (*function)(void *);
  void *object;
  struct Destructor *next;
};

static _Thread_local struct Destructor *destructors;
static _Thread_local void (*lastly)(void);

extern void (*__rb_before_exit)(void);

void __rb_thread_end(void);
/// Does nothing; that a program refers to it brings __rb_thread_end along.
void __rb_has_thread_end(void (*function)(void));

static void destroyObjects(void) {
  while (destructors) {
    struct Destructor *one = destructors;
    destructors = one->next;
    one->function(one->object);
    free(one);
  }
}

/// The machine calls this at the end of every thread.
void __rb_thread_end(void) {
  destroyObjects();
  if (lastly)
    lastly();
}

void __rb_at_thread_end(void (*function)(void)) {
  __rb_has_thread_end(__rb_thread_end);
  lastly = function;
}

int __cxa_thread_atexit(void (*function)(void *), void *object, void *library) {
  (void)library;
  struct Destructor *one = malloc(sizeof(*one));
  if (!one)
    return -1;
  __rb_has_thread_end(__rb_thread_end);
  __rb_before_exit = destroyObjects;
  *one = (struct Destructor){function, object, destructors};
  destructors = one;
  return 0;
}

int __cxa_thread_atexit_impl(void (*function)(void *), void *object,
                             void *library) {
  return __cxa_thread_atexit(function, object, library);
}
