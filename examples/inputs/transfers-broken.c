//===- examples/inputs/transfers-broken.c - A sum that overflows ----------===//
//
// Whether there is room is asked with a sum of 16 bits, which is below zero for
// large amounts.
//
//===----------------------------------------------------------------------===//
#define HAS_ROOM(account, amount) ((short)((account) + (amount)) <= kMost)
#include "transfers.c"
