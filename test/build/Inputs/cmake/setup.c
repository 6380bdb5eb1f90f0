// The constructor of a library runs before those of the program, and a hidden
// name is the library's own.
#include "counter.h"

EXPORTED int ready;
__attribute__((constructor(300))) static void setup(void) { ready = 1; }
int helper(void) { return 0; }
