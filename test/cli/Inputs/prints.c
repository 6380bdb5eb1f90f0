// Prints for ever, or fills memory for ever; another thread is there.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char block[1 << 20];

static void *idle(void *arg) { return arg; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, idle, 0);
  for (unsigned long i = 0;; ++i) {
#ifdef FILLS
    memset(block, (int)i, sizeof(block));
    block[i % sizeof(block)] = 1;
#else
    printf("line %lu of many\n", i);
#endif
  }
}
