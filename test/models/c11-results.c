// Results of <threads.h>, as natively.
// RUN: %native %s -o %t.exe && %t.exe > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc > %t.ours
// RUN: diff %t.native %t.ours
// RUN: %exits 0 rbcheck %t.bc
#include <stdio.h>
#include <threads.h>
#include <time.h>

static mtx_t plain, recursive;
static cnd_t cond;
static once_flag flag = ONCE_FLAG_INIT;
static tss_t key;

static void first(void) { puts("once"); }
static void ends(void *value) { printf("tss %ld\n", (long)value); }
static int run(void *argument) {
  call_once(&flag, first);
  tss_set(key, argument);
  thrd_exit((int)(long)argument);
}

#define SHOW(call) printf("%s = %d\n", #call, call)

int main(void) {
  struct timespec past = {1, 0}, nothing = {0, 0}, bad = {0, -1};
  int result;
  thrd_t thread;
  SHOW(mtx_init(&plain, mtx_plain | mtx_timed));
  SHOW(mtx_init(&recursive, mtx_plain | mtx_recursive));
  SHOW(cnd_init(&cond));
  SHOW(tss_create(&key, ends));
  SHOW(mtx_lock(&plain));
  SHOW(mtx_trylock(&plain));
  SHOW(mtx_timedlock(&plain, &past));
  SHOW(cnd_timedwait(&cond, &plain, &past));
  SHOW(mtx_unlock(&plain));
  SHOW(mtx_lock(&recursive));
  SHOW(mtx_trylock(&recursive));
  SHOW(mtx_unlock(&recursive));
  SHOW(mtx_unlock(&recursive));
  SHOW(thrd_create(&thread, run, (void *)5));
  SHOW(thrd_join(thread, &result));
  printf("%d\n", result);
  call_once(&flag, first);
  SHOW(thrd_sleep(&nothing, 0));
  SHOW(thrd_sleep(&bad, 0) < -1);
  SHOW(thrd_equal(thrd_current(), thrd_current()) != 0);
  SHOW(cnd_signal(&cond));
  SHOW(cnd_broadcast(&cond));
  thrd_yield();
  cnd_destroy(&cond);
  mtx_destroy(&plain);
  tss_delete(key);
  return 0;
}
