// If the initialisation of a local static throws, the next one tries again.
// RUN: %same %s
// RUN: %exits 0 rbcheck %s
#include <cstdio>
#include <pthread.h>

static int tries;

struct Thing {
  Thing() {
    if (tries++ == 0)
      throw tries;
  }
};

static void *use(void *) {
  try {
    static Thing thing;
  } catch (int) {
    return nullptr;
  }
  return &tries;
}

int main() {
  pthread_t threads[2];
  void *results[2];
  for (pthread_t &thread : threads)
    pthread_create(&thread, nullptr, use, nullptr);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], &results[i]);
  // Exactly one of them failed.
  printf("%d %d\n", tries, (results[0] == nullptr) + (results[1] == nullptr));
}
