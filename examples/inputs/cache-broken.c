//===- examples/inputs/cache-broken.c - Keys that share a slot ------------===//
//
// A slot that is used is taken for a hit: wrong for two keys that differ and
// have the same remainder.
//
//===----------------------------------------------------------------------===//
#define IS_HIT(slot, wanted) ((slot)->isUsed)
#include "cache.c"
