// The broken variant of thread-pool.cpp.
#define BROKEN
#include "thread-pool.cpp"
