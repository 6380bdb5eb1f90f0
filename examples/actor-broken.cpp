// The broken variant of actor.cpp.
#define BROKEN
#include "actor.cpp"
