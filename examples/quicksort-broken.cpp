// The broken variant of quicksort.cpp.
#define BROKEN
#include "quicksort.cpp"
