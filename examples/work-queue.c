// A thread pool in C: workers take jobs from a list until the pool shuts down.
//
// Broken: a worker that finds no job goes to sleep without looking whether the
// pool was shut down meanwhile; nobody wakes it again.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job {
  void (*run)(int *);
  int *argument;
  struct job *next;
};

struct pool {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  struct job *jobs;
  int isClosed;
  pthread_t workers[2];
};

static void *work(void *argument) {
  struct pool *pool = argument;
  pthread_mutex_lock(&pool->mutex);
  for (;;) {
#ifdef BROKEN
    if (!pool->jobs)
      pthread_cond_wait(&pool->changed, &pool->mutex);
#else
    while (!pool->jobs && !pool->isClosed)
      pthread_cond_wait(&pool->changed, &pool->mutex);
#endif
    struct job *job = pool->jobs;
    if (!job && pool->isClosed)
      break;
    if (!job)
      continue;
    pool->jobs = job->next;
    pthread_mutex_unlock(&pool->mutex);
    job->run(job->argument);
    free(job);
    pthread_mutex_lock(&pool->mutex);
  }
  pthread_mutex_unlock(&pool->mutex);
  return NULL;
}

static void pool_open(struct pool *pool) {
  pthread_mutex_init(&pool->mutex, NULL);
  pthread_cond_init(&pool->changed, NULL);
  pool->jobs = NULL;
  pool->isClosed = 0;
  for (int i = 0; i < 2; i++)
    pthread_create(&pool->workers[i], NULL, work, pool);
}

static void pool_submit(struct pool *pool, void (*run)(int *), int *argument) {
  struct job *job = malloc(sizeof(*job));
  job->run = run;
  job->argument = argument;
  pthread_mutex_lock(&pool->mutex);
  job->next = pool->jobs;
  pool->jobs = job;
  pthread_cond_signal(&pool->changed);
  pthread_mutex_unlock(&pool->mutex);
}

static void pool_close(struct pool *pool) {
  pthread_mutex_lock(&pool->mutex);
  pool->isClosed = 1;
  pthread_cond_broadcast(&pool->changed);
  pthread_mutex_unlock(&pool->mutex);
  for (int i = 0; i < 2; i++)
    pthread_join(pool->workers[i], NULL);
  pthread_cond_destroy(&pool->changed);
  pthread_mutex_destroy(&pool->mutex);
}

static void add_one(int *number) { ++*number; }

int main(void) {
  static struct pool pool;
  int numbers[2] = {1, 2};
  pool_open(&pool);
  for (int i = 0; i < 2; i++)
    pool_submit(&pool, add_one, &numbers[i]);
  pool_close(&pool);
  assert(numbers[0] == 2 && numbers[1] == 3);
}
