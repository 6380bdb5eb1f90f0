// Which memory order is missing. Message passing lacks one order or two; store
// buffering needs seq_cst everywhere; a fence is made stronger; and nothing is
// said of an error that is there without weak memory.
// RUN: %rbcc -DWRITE=relaxed -DREAD=acquire %s -o %t.1.bc
// RUN: %exits 1 rbcheck --json=%t.json --html=%t.html --sarif=%t.sarif %t.1.bc | FileCheck --check-prefix=STORE %s
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// RUN: FileCheck --check-prefix=PAGE %s < %t.html
// RUN: FileCheck --check-prefix=SARIF %s < %t.sarif
// RUN: %rbcc -DWRITE=release -DREAD=relaxed %s -o %t.2.bc
// RUN: %exits 1 rbcheck %t.2.bc | FileCheck --check-prefix=LOAD %s
// RUN: %rbcc -DWRITE=relaxed -DREAD=relaxed %s -o %t.3.bc
// RUN: %exits 1 rbcheck %t.3.bc | FileCheck --check-prefix=BOTH %s
// RUN: %rbcc -DWRITE=release -DREAD=acquire %s -o %t.4.bc
// RUN: %exits 0 rbcheck %t.4.bc | FileCheck --check-prefix=NONE %s
// RUN: %rbcc -DWRITE=relaxed -DREAD=relaxed -DEARLY %s -o %t.5.bc
// RUN: %exits 1 rbcheck --json=%t.json %t.5.bc | FileCheck --check-prefix=NONE %s
// RUN: FileCheck --check-prefix=NULL %s < %t.json
// RUN: %rbcc -DWRITE=relaxed -DREAD=relaxed -DSTORE_BUFFERING %s -o %t.6.bc
// RUN: %exits 1 rbcheck %t.6.bc | FileCheck --check-prefix=SB %s
// RUN: %rbcc -DWRITE=relaxed -DREAD=relaxed -DSTORE_BUFFERING -DFENCE=seq_cst %s -o %t.7.bc
// RUN: %exits 0 rbcheck %t.7.bc | FileCheck --check-prefix=NONE %s
// RUN: %rbcc -DWRITE=relaxed -DREAD=relaxed -DSTORE_BUFFERING -DFENCE=acq_rel %s -o %t.8.bc
// RUN: %exits 1 rbcheck %t.8.bc | FileCheck --check-prefix=FENCE %s
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define ORDER(order) ORDER_(order)
#define ORDER_(order) memory_order_##order

static atomic_int flag, other;
static int data, r1, r2;

#ifdef STORE_BUFFERING
static void *work(void *arg) {
  atomic_store_explicit(&flag, 1, ORDER(WRITE));
#ifdef FENCE
  atomic_thread_fence(ORDER(FENCE));
#endif
  r1 = atomic_load_explicit(&other, ORDER(READ));
  return arg;
}

static void *check(void) {
  atomic_store_explicit(&other, 1, ORDER(WRITE));
#ifdef FENCE
  atomic_thread_fence(ORDER(FENCE));
#endif
  r2 = atomic_load_explicit(&flag, ORDER(READ));
  return 0;
}
#else
static void *work(void *arg) {
  data = 1;
  atomic_store_explicit(&flag, 1, ORDER(WRITE));
#ifdef EARLY
  data = 2;
#endif
  return arg;
}

static void *check(void) {
  if (atomic_load_explicit(&flag, ORDER(READ)))
    r1 = data;
  r2 = 1;
  return 0;
}
#endif

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  check();
  pthread_join(t, 0);
  assert(r1 || r2);
}
// STORE: Without weak memory there is no such error. The store to flag at line 54 needs
// STORE-NEXT: at least release.
// JSON: "advice": {
// JSON-NEXT: "text": "Without weak memory there is no such error. The store to flag at line 54 needs at least release.",
// JSON-NEXT: "least": true,
// JSON-NEXT: "orders": [
// JSON-NEXT: {
// JSON-NEXT: "operation": "store",
// JSON-NEXT: "variable": "flag",
// JSON-NEXT: "order": "release",
// JSON-NEXT: "location": {
// PAGE: "notes":[{{.*}}"Without weak memory there is no such error. The store to flag at line 54 needs at least release."]
// SARIF: "text":{{ ?}}"needs at least release"
// LOAD: The load of flag at line 62 needs at
// LOAD-NEXT: least acquire.
// BOTH: The store to flag at line 54 needs
// BOTH-NEXT: at least release and the load of flag at line 62 acquire.
// NONE-NOT: Without weak memory
// NULL: "advice": null
// SB: Without weak memory there is no such error. The store to other at line 44, the
// SB-NEXT: load of flag at line 48, the store to flag at line 35 and the load of
// SB-NEXT: other at line 39 need at least seq_cst.
// FENCE: Without weak memory there is no such error. The fence at line 46 and the fence
// FENCE-NEXT: at line 37 need at least seq_cst.
