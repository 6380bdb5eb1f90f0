// The broken variant of spsc-ring.cpp.
#define BROKEN
#include "spsc-ring.cpp"
