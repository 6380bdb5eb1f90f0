// lost.c without its error.
#define FIXED
#include "lost.c"
