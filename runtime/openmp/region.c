//===- runtime/openmp/region.c - OpenMP: single, critical, reduction ------===//
//
// What a thread of a team asks before a block of code. A critical region is a
// spin lock in the 32 bytes that clang provides for its name; reductions are
// combined in one. Tested by test/openmp/region*.c.
//
//===----------------------------------------------------------------------===//
#include "runtime/openmp/team.h"

/// single: the first one to come. The last one leaves a clean book.
int32_t __kmpc_single(struct Ident *place, int32_t global) {
  (void)place, (void)global;
  struct Thread *me = __rb_omp_self();
  const uint32_t size = (uint32_t)me->team->size;
  if (size == 1)
    return 1;
  struct Book *book = __rb_omp_book(me);
  const uint32_t came = __atomic_fetch_add(&book->taken, 1, __ATOMIC_RELAXED);
  if (came == size - 1)
    __atomic_exchange_n(&book->taken, 0, __ATOMIC_RELAXED);
  return came == 0;
}

void __kmpc_end_single(struct Ident *place, int32_t global) {
  (void)place, (void)global;
}

int32_t __kmpc_master(struct Ident *place, int32_t global) {
  (void)place, (void)global;
  return __rb_omp_self()->number == 0;
}
void __kmpc_end_master(struct Ident *place, int32_t global) {
  (void)place, (void)global;
}

int32_t __kmpc_masked(struct Ident *place, int32_t global, int32_t filter) {
  (void)place, (void)global;
  return __rb_omp_self()->number == filter;
}
void __kmpc_end_masked(struct Ident *place, int32_t global) {
  (void)place, (void)global;
}

/// One thread's data goes to all.
void __kmpc_copyprivate(struct Ident *place, int32_t global, size_t size,
                        void *data, void (*copy)(void *, void *),
                        int32_t isSource) {
  (void)place, (void)global, (void)size;
  struct Thread *me = __rb_omp_self();
  if (isSource)
    me->team->copied = data;
  __rb_omp_barrier(me);
  if (!isSource)
    copy(data, me->team->copied);
  __rb_omp_barrier(me); // the source's variables may go now
}

void __kmpc_critical(struct Ident *place, int32_t global, int32_t *name) {
  (void)place, (void)global;
  pthread_spin_lock((pthread_spinlock_t *)name);
}
void __kmpc_critical_with_hint(struct Ident *place, int32_t global,
                               int32_t *name, uint32_t hint) {
  (void)hint;
  __kmpc_critical(place, global, name);
}
void __kmpc_end_critical(struct Ident *place, int32_t global, int32_t *name) {
  (void)place, (void)global;
  pthread_spin_unlock((pthread_spinlock_t *)name);
}

/// 1: the caller combines, now. (2 would be: by atomic operations.)
int32_t __kmpc_reduce_nowait(struct Ident *place, int32_t global, int32_t count,
                             size_t size, void *data,
                             void (*combine)(void *, void *), int32_t *name) {
  (void)count, (void)size, (void)data, (void)combine;
  __kmpc_critical(place, global, name);
  return 1;
}
void __kmpc_end_reduce_nowait(struct Ident *place, int32_t global,
                              int32_t *name) {
  __kmpc_end_critical(place, global, name);
}
int32_t __kmpc_reduce(struct Ident *place, int32_t global, int32_t count,
                      size_t size, void *data, void (*combine)(void *, void *),
                      int32_t *name) {
  return __kmpc_reduce_nowait(place, global, count, size, data, combine, name);
}
void __kmpc_end_reduce(struct Ident *place, int32_t global, int32_t *name) {
  (void)place, (void)global;
  __kmpc_end_critical(place, global, name);
  __rb_omp_barrier(__rb_omp_self());
}

void __kmpc_flush(struct Ident *place) {
  (void)place;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/// Cancellation is off, as it is unless OMP_CANCELLATION says otherwise.
int32_t __kmpc_cancel(struct Ident *place, int32_t global, int32_t kind) {
  return (void)place, (void)global, (void)kind, 0;
}
int32_t __kmpc_cancellationpoint(struct Ident *place, int32_t global,
                                 int32_t kind) {
  return (void)place, (void)global, (void)kind, 0;
}
