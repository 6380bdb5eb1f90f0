// The broken variant of timer-wheel.cpp.
#define BROKEN
#include "timer-wheel.cpp"
