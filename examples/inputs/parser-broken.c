//===- examples/inputs/parser-broken.c - A length that is too long --------===//
//
// The test forgets that the last length is one too many: "3:..." is taken for a
// message, and the parser waits for a byte that never comes.
//
//===----------------------------------------------------------------------===//
#define FITS(length) ((length) >= 0 && (length) <= kMost + 1)
#include "parser.c"
