// A pointer to a dead local is used while another one lives in its place: by
// the same declaration, by another function with the same tag; kept in a
// global, in the heap, in another thread's register, in the result.
// DEFINE: %{w} = 1
// DEFINE: %{check} = %rbcc -w -DWAY=%{w} %s -o %t.bc && \
// DEFINE:   %exits 1 rbcheck %t.bc | FileCheck %s && \
// DEFINE:   %exits 1 rbcheck --search=bfs --visited=exact %t.bc | FileCheck %s && \
// DEFINE:   %clang -g -w -I%include -DWAY=%{w} -emit-llvm -c %s -o %t.plain.bc && \
// DEFINE:   %exits 1 rbcheck %t.plain.bc | FileCheck %s && \
// DEFINE:   %rbcc -w -DWAY=%{w} -DFIXED %s -o %t.bc && %exits 0 rbcheck %t.bc
// RUN: %{check}
// REDEFINE: %{w} = 2
// RUN: %{check}
// REDEFINE: %{w} = 3
// RUN: %{check}
// REDEFINE: %{w} = 4
// RUN: %{check}
// REDEFINE: %{w} = 5
// RUN: %{check}
// REDEFINE: %{w} = 6
// RUN: %{check}
// REDEFINE: %{w} = 7
// RUN: %{check}
// REDEFINE: %{w} = 8
// RUN: %{check}
// REDEFINE: %{w} = 9
// RUN: %{check}
// CHECK: error: {{(read from|write to)}} a local variable of a function that has returned
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

#ifdef FIXED // what is used lives
#define LOCAL static
#else
#define LOCAL
#endif

static int *keep;
struct box { long other; int *p; };
static struct box *box, *box2;
static void *volatile sink;

static int visit(int v) {
  LOCAL int x;
  x = v;
  sink = &x;
#if WAY == 1 // a global
  if (v == 0)
    keep = &x;
  else
    *keep = 1;
#elif WAY == 2 // the heap
  if (v == 0)
    box->p = &x;
  else
    return *box->p;
#elif WAY == 3 // a copy of it
  if (v == 0) {
    box->p = &x;
    memcpy(box2, box, sizeof *box);
    box->p = 0;
  } else {
    return *box2->p;
  }
#elif WAY == 4 // exchanged
  if (v == 0)
    __atomic_exchange_n(&box->p, &x, __ATOMIC_SEQ_CST);
  else
    return *box->p;
#elif WAY == 5 // as a number
  if (v == 0)
    box->other = (long)&x;
  else
    return *(int *)box->other;
#endif
  return 0;
}

// Sixteen functions and more: every tag comes again.
#define F(n)                                                                   \
  static int *f##n(int *p) {                                                   \
    LOCAL int x;                                                               \
    x = n;                                                                     \
    sink = &x;                                                                 \
    if (p)                                                                     \
      x += *p;                                                                 \
    return sink;                                                               \
  }
F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7) F(8) F(9) F(10) F(11) F(12) F(13)
F(14) F(15) F(16) F(17) F(18) F(19)
static int *(*const all[])(int *) = {f0,  f1,  f2,  f3,  f4,  f5,  f6,
                                     f7,  f8,  f9,  f10, f11, f12, f13,
                                     f14, f15, f16, f17, f18, f19};

// Another thread has it in a register, or as the result of a third.
static sem_t got, gone;
static void *useLater(void *arg) {
  int *p = arg;
  sem_post(&got);
  sem_wait(&gone);
  *p = 3;
  return 0;
}
static void start(pthread_t *t, int again) {
  LOCAL int x;
  x = again;
  sink = &x;
  if (!again) {
    pthread_create(t, 0, useLater, &x);
    sem_wait(&got);
  } else {
    sem_post(&gone);
    pthread_join(*t, 0);
  }
}
static void *ownLocal(void *arg) {
  LOCAL int x;
  x = 1;
  sink = &x;
  return &x;
}

int main(void) {
  box = calloc(1, sizeof *box);
  box2 = calloc(1, sizeof *box);
#if WAY <= 5
  visit(0);
  visit(1);
#elif WAY == 6
  int *p = all[0](0);
  for (int i = 0; i < 20; i++)
    all[i](p);
#elif WAY == 7
  f3(f3(0));
#elif WAY == 8
  pthread_t t;
  sem_init(&got, 0, 0);
  sem_init(&gone, 0, 0);
  start(&t, 0);
  start(&t, 1);
#elif WAY == 9
  pthread_t t;
  void *result;
  pthread_create(&t, 0, ownLocal, 0);
  pthread_join(t, &result);
  return *(int *)result - 1;
#endif
  free(box);
  free(box2);
  return 0;
}
