/* A print server in small: clients put jobs into a spool, a printer takes them
 * out, a monitor reports. It has been looked at by several analyzers; some of
 * what they say is right and some is not (README.md).
 *
 * The sizes are those of a test: two jobs, a spool of two places. */
#include "mutex.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#define SPOOL_SIZE 2
#define JOBS 2

/*--- Configuration: written once, before there are threads ----------------*/

static struct mutex config_mu = MUTEX_INIT;
static int paper_trays GUARDED_BY(config_mu);
static int max_pages GUARDED_BY(config_mu);

static void config_load(int trays, int pages) {
  /* Nobody else is here yet, so the lock is not taken. */
  paper_trays = trays;
  max_pages = pages;
}

static int config_pages(void) {
  mutex_lock(&config_mu);
  int pages = max_pages * paper_trays;
  mutex_unlock(&config_mu);
  return pages;
}

/*--- The journal: every subsystem writes to it ---------------------------*/

static struct mutex journal_mu = MUTEX_INIT;
static int journal_lines GUARDED_BY(journal_mu);

static void journal_add_locked(int lines) REQUIRES(journal_mu) {
  journal_lines += lines;
}

static void journal_add(int lines) {
  mutex_lock(&journal_mu);
  journal_add_locked(lines);
  mutex_unlock(&journal_mu);
}

/*--- The spool: jobs that wait -------------------------------------------*/

struct job {
  int id;
  int pages;
};

static struct mutex spool_mu = MUTEX_INIT;
static struct job spool[SPOOL_SIZE] GUARDED_BY(spool_mu);
static int spool_count GUARDED_BY(spool_mu);
static int rejected; /* jobs that had no place: a statistic */

static int spool_put(struct job job) {
  mutex_lock(&spool_mu);
  if (spool_count == SPOOL_SIZE) {
    mutex_unlock(&spool_mu);
    rejected++;
    return -1;
  }
  spool[spool_count++] = job;
  mutex_unlock(&spool_mu);
  return 0;
}

static int spool_take(struct job *job) {
  int found = 0;
  mutex_lock(&spool_mu);
  if (spool_count > 0) {
    *job = spool[0];
    spool_count--;
    memmove(&spool[0], &spool[1], sizeof spool[0] * (SPOOL_SIZE - 1));
    found = 1;
    /* The journal is written under the lock of the spool. */
    journal_add(1);
  }
  mutex_unlock(&spool_mu);
  return found;
}

/* For the monitor: how many jobs wait. */
static int spool_length(void) {
  return spool_count;
}

/*--- The printer ---------------------------------------------------------*/

static int last_printed;      /* handed over by `printed` */
static atomic_int printed;
static int pages_printed;     /* protected by `busy` */
static atomic_flag busy = ATOMIC_FLAG_INIT;

static void printer_lock(void) {
  while (atomic_flag_test_and_set(&busy))
    ;
}

static void printer_unlock(void) {
  atomic_flag_clear(&busy);
}

static void print_job(const struct job *job) {
  printer_lock();
  pages_printed += job->pages;
  printer_unlock();
  last_printed = job->id;
  atomic_store(&printed, 1);
}

/*--- Threads -------------------------------------------------------------*/

static void *client(void *arg) {
  struct job job = {*(int *)arg, 1};
  if (job.pages <= config_pages())
    spool_put(job);
  return NULL;
}

static void *printer(void *arg) {
  struct job job;
  (void)arg;
  for (int i = 0; i < JOBS; i++)
    if (spool_take(&job))
      print_job(&job);
  return NULL;
}

/* Tells how the server is doing. */
static void *monitor(void *arg) {
  int last = -1, pages, waiting;
  (void)arg;
  if (atomic_load(&printed))
    last = last_printed;
  printer_lock();
  pages = pages_printed;
  printer_unlock();
  printf("last job %d, %d pages, %d in the spool\n", last, pages,
         spool_length());
  mutex_lock(&journal_mu);
  journal_add_locked(1);
  mutex_lock(&spool_mu); /* the other way round than spool_take */
  waiting = spool_count;
  mutex_unlock(&spool_mu);
  journal_add_locked(waiting);
  mutex_unlock(&journal_mu);
  return NULL;
}

/*--- Start and end -------------------------------------------------------*/

/* What is left is counted once all threads have ended. */
static int shutdown(void) {
  mutex_lock(&journal_mu);
  mutex_lock(&spool_mu);
  int left = spool_count + rejected;
  mutex_unlock(&spool_mu);
  mutex_unlock(&journal_mu);
  journal_add_locked(left);
  return left > JOBS;
}

int main(void) {
  pthread_t threads[3];
  int id = 7;
  config_load(2, 100);
  pthread_create(&threads[0], NULL, client, &id);
  pthread_create(&threads[1], NULL, printer, NULL);
  pthread_create(&threads[2], NULL, monitor, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return shutdown();
}
