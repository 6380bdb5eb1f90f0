// A lock in a heap object that both threads touch refutes a race on it, if it is
// the lock of that object; and what a thread does to an object before it gives it to
// another one is ordered. Objects whose address is stored somewhere are left to the search.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck-pairs %t.bc | FileCheck %s
#include <pthread.h>
#include <stdlib.h>
struct object {
  int fresh, guarded, bare, crossed, early, tried;
  pthread_mutex_t lock, unmade;
};
static struct object *make(void) { return malloc(sizeof(struct object)); }
static void enter(struct object *o) { pthread_mutex_lock(&o->lock); }

static void *worker(void *arg) {
  struct object *o = arg;
  enter(o);
  o->guarded += o->fresh; // CHECK-DAG: excluded static-heap.c:[[#@LINE]] static-heap.c:[[#@LINE]] the lock in the same object, made at static-heap.c:12, is held at both (taken at static-heap.c:13){{$}}
  pthread_mutex_unlock(&o->lock);
  o->bare++; // CHECK-DAG: open static-heap.c:[[#@LINE]] static-heap.c:[[#@LINE]]
  if (!pthread_mutex_trylock(&o->lock)) {
    o->tried++; // CHECK-DAG: excluded static-heap.c:[[#@LINE]] static-heap.c:[[#@LINE]] the lock in the same object
    pthread_mutex_unlock(&o->lock);
  }
  // Not made before the object was given away.
  pthread_mutex_lock(&o->unmade);
  o->early++; // CHECK-DAG: open static-heap.c:[[#@LINE]] static-heap.c:[[#@LINE]]
  pthread_mutex_unlock(&o->unmade);
  // The lock of another object.
  struct object *mine = make();
  pthread_mutex_init(&mine->lock, 0);
  pthread_mutex_lock(&mine->lock);
  o->crossed++; // CHECK-DAG: open static-heap.c:[[#@LINE]] static-heap.c:[[#@LINE]]
  pthread_mutex_unlock(&mine->lock);
  return arg;
}

// Who unlocks what it does not hold makes the lock worth nothing.
struct cell {
  int value;
  pthread_mutex_t lock;
};
static void *careless(void *arg) {
  struct cell *c = arg;
  pthread_mutex_unlock(&c->lock);
  pthread_mutex_lock(&c->lock);
  c->value++; // CHECK-DAG: open static-heap.c:[[#@LINE]] static-heap.c:[[#@LINE]]
  pthread_mutex_unlock(&c->lock);
  return 0;
}

// Found by anybody.
struct node {
  int value;
  pthread_mutex_t lock;
};
static struct node *list;
static void *finder(void *arg) {
  struct node *n = arg;
  list = n;
  pthread_mutex_lock(&n->lock);
  n->value++; // CHECK-DAG: open static-heap.c:[[#@LINE]] static-heap.c:[[#@LINE]]
  pthread_mutex_unlock(&n->lock);
  return 0;
}

int main(void) {
  pthread_t t[2], u, v, w, x;
  for (int i = 0; i < 2; i++) {
    struct object *o = make();
    o->fresh = 1; // CHECK-DAG: excluded static-heap.c:18 static-heap.c:[[#@LINE]] they touch different memory
    pthread_mutex_init(&o->lock, 0);
    pthread_create(&t[i], 0, worker, o);
    enter(o);
    o->guarded = 2; // CHECK-DAG: excluded static-heap.c:18 static-heap.c:[[#@LINE]] the lock in the same object, made at static-heap.c:12, is held at both (taken at static-heap.c:13){{$}}
    pthread_mutex_unlock(&o->lock);
    o->guarded++; // CHECK-DAG: open static-heap.c:18 static-heap.c:[[#@LINE]]
  }
  struct cell *c = malloc(sizeof *c);
  pthread_mutex_init(&c->lock, 0);
  pthread_create(&u, 0, careless, c);
  pthread_create(&v, 0, careless, c);
  struct node *n = malloc(sizeof *n);
  pthread_mutex_init(&n->lock, 0);
  pthread_create(&w, 0, finder, n);
  pthread_create(&x, 0, finder, n);
  return 0;
}
