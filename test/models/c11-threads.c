// <threads.h>, all of it.
// RUN: rbcheck --run %s
// RUN: %exits 0 rbcheck %s

#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t lock;
static cnd_t changed;
static tss_t key;
static once_flag once = ONCE_FLAG_INIT;
static int ready, initialised, destroyed;

static void initialise(void) { ++initialised; }
static void destroy(void *value) { destroyed += value == &ready; }

static int produce(void *arg) {
  call_once(&once, initialise);
  assert(tss_get(key) == 0);
  assert(tss_set(key, &ready) == thrd_success);
  mtx_lock(&lock);
  ready = *(int *)arg;
  cnd_signal(&changed);
  mtx_unlock(&lock);
  thrd_exit(7);
}

int main(void) {
  thrd_t thread;
  int value = 3, result;
  struct timespec soon = {0, 1};
  assert(mtx_init(&lock, mtx_plain) == thrd_success);
  assert(cnd_init(&changed) == thrd_success);
  assert(tss_create(&key, destroy) == thrd_success);
  assert(thrd_create(&thread, produce, &value) == thrd_success);
  assert(thrd_equal(thrd_current(), thrd_current()));
  assert(!thrd_equal(thrd_current(), thread));
  mtx_lock(&lock);
  assert(mtx_trylock(&lock) == thrd_busy);
  while (!ready)
    assert(cnd_wait(&changed, &lock) == thrd_success);
  mtx_unlock(&lock);
  call_once(&once, initialise);
  thrd_yield();
  thrd_sleep(&soon, 0);
  assert(thrd_join(thread, &result) == thrd_success);
  assert(result == 7 && ready == 3 && initialised == 1);
  assert(destroyed == 1);
  tss_delete(key);
  mtx_destroy(&lock);
  cnd_destroy(&changed);

  assert(mtx_init(&lock, mtx_plain | mtx_recursive) == thrd_success);
  assert(mtx_lock(&lock) == thrd_success);
  assert(mtx_lock(&lock) == thrd_success);
  assert(mtx_unlock(&lock) == thrd_success);
  assert(mtx_unlock(&lock) == thrd_success);
  mtx_destroy(&lock);
}
