// The broken variant of rw-cache.cpp.
#define BROKEN
#include "rw-cache.cpp"
