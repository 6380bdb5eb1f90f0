// The broken variant of work-queue.c.
#define BROKEN
#include "work-queue.c"
