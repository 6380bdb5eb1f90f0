// The broken variant of bounded-queue.cpp.
#define BROKEN
#include "bounded-queue.cpp"
