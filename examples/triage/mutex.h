/* A mutex that clang's thread safety analysis knows (-Wthread-safety). For
 * other compilers the annotations are empty. */
#ifndef MUTEX_H
#define MUTEX_H

#include <pthread.h>

#if defined(__clang__)
#define TSA(x) __attribute__((x))
#else
#define TSA(x)
#endif

#define GUARDED_BY(m) TSA(guarded_by(m))
#define REQUIRES(m) TSA(requires_capability(m))
#define ACQUIRE(...) TSA(acquire_capability(__VA_ARGS__))
#define RELEASE(...) TSA(release_capability(__VA_ARGS__))
#define UNCHECKED TSA(no_thread_safety_analysis)

struct TSA(capability("mutex")) mutex {
  pthread_mutex_t handle;
};

#define MUTEX_INIT {PTHREAD_MUTEX_INITIALIZER}

/* Only for the analysis. */
static inline void mutex_taken(struct mutex *m) ACQUIRE(*m) UNCHECKED {
  (void)m;
}
static inline void mutex_given(struct mutex *m) RELEASE(*m) UNCHECKED {
  (void)m;
}

#define mutex_lock(m) (pthread_mutex_lock(&(m)->handle), mutex_taken(m))
#define mutex_unlock(m) (mutex_given(m), pthread_mutex_unlock(&(m)->handle))

#endif
