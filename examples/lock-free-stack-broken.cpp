// The broken variant of lock-free-stack.cpp.
#define BROKEN
#include "lock-free-stack.cpp"
