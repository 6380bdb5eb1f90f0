// Two threads make an object for one place; in some schedules the second store
// overwrites the only pointer to the first.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --check=+leak --trace=%t.json %t.bc | FileCheck %s
// RUN: %exits 1 rbreplay %t.json | FileCheck %s
// RUN: %exits 1 rbcheck --check=+leak --steps=sync %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --check=+leak --search=bfs --all-errors %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --check=+leak --search=dfs --reduce=on %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --check=+leak --search=dpor %t.bc | FileCheck %s
// RUN: %exits 1 rbcheck --check=+leak --search=bfs --jobs=2 %t.bc | FileCheck %s
//
// The loser frees its own.
// RUN: %rbcc -DFIX %s -o %t.fix.bc
// RUN: %exits 0 rbcheck --check=+leak %t.fix.bc | FileCheck --check-prefix=FIX %s
// RUN: %exits 0 rbcheck --check=all --reduce=off --search=dfs %t.fix.bc
//
// Without the check it is a note.
// RUN: %exits 0 rbcheck --json=%t.result.json %t.bc | FileCheck --check-prefix=NOTE %s
// RUN: FileCheck --check-prefix=JSON %s < %t.result.json
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(char *) cache;

static void *get(void *arg) {
#ifdef FIX
  char *none = 0, *fresh = malloc(8);
  if (!atomic_compare_exchange_strong(&cache, &none, fresh))
    free(fresh);
#else
  if (!atomic_load(&cache)) {
    char *fresh = malloc(8); // CHECK: leak-twice.c:[[#@LINE]]:19: error: memory leak: nothing points to 8 bytes in 1 block when the program ends
    atomic_store(&cache, fresh); // CHECK: leak-twice.c:[[#@LINE]]:5: note: the last pointer to it is lost here by T
  }
#endif
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, get, 0);
  pthread_create(&b, 0, get, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  free(cache);
}
// FIX-NOT: note:
// FIX: no-error:
// NOTE: note: 8 bytes in 1 block are not freed when the program ends, and nothing points to them (allocated at {{.*}}leak-twice.c:33); --check=+leak makes it an error
// NOTE: no-error:
// JSON: "notes": [
// JSON-NEXT: {
// JSON-NEXT: "kind": "leak",
// JSON: "line": 33,
// JSON: "message": "8 bytes in 1 block are not freed
