// Threads, mutexes and conditions of C11; once; thread-local storage with
// destructors.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --check=assertion --trace=%t.json %t.bc > %t.out
// RUN: %exits 1 rbreplay --native %t.json 2>&1 | FileCheck %s
#include <assert.h>
#include <stdio.h>
#include <threads.h>

static mtx_t lock;
static cnd_t changed;
static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static int turns, made, ended;

static void atEnd(void *value) {
  mtx_lock(&lock);
  ended += *(int *)value;
  mtx_unlock(&lock);
}

static void make(void) {
  made++;
  tss_create(&key, atEnd);
}

static int work(void *arg) {
  static int one = 1;
  call_once(&once, make);
  tss_set(key, &one);
  mtx_lock(&lock);
  int mine = turns;
  mtx_unlock(&lock);
  thrd_yield();
  mtx_lock(&lock);
  turns = mine + 1; // may undo what the other did
  cnd_signal(&changed);
  mtx_unlock(&lock);
  return arg ? 7 : 8;
}

int main(void) {
  thrd_t a, b;
  int resultA, resultB;
  mtx_init(&lock, mtx_plain);
  cnd_init(&changed);
  thrd_create(&a, work, &a);
  thrd_create(&b, work, 0);
  mtx_lock(&lock);
  while (turns == 0)
    cnd_wait(&changed, &lock);
  mtx_unlock(&lock);
  thrd_join(a, &resultA);
  thrd_join(b, &resultB);
  printf("made %d, ended %d, results %d %d\n", made, ended, resultA, resultB);
  assert(turns == 2);
}
// CHECK: made 1, ended 2, results 7 8
// CHECK: here rbcheck saw assertion in T0 {{.*}}turns == 2
