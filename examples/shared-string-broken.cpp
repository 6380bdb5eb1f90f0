// The broken variant of shared-string.cpp.
#define BROKEN
#include "shared-string.cpp"
