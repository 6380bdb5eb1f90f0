//===- runtime/libc/stdio.c - Standard streams ----------------------------===//
//
// stdin, stdout and stderr exist and are unbuffered; standard input is the same
// in every run (interp/exec/InputBytes.h). What prints is modelled (interp/models/Output.cpp, Printf.cpp),
// which finds the descriptor in the FILE. Reading is in stream.c.
// Tested by test/models/output.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/include/rbcheck_abi.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

_Static_assert(offsetof(FILE, _fileno) == RB_FILE_FD_OFFSET, "");

static FILE input = {._fileno = 0};
static FILE output = {._fileno = 1};
static FILE error = {._fileno = 2};

FILE *stdin = &input;
FILE *stdout = &output;
FILE *stderr = &error;

int fflush(FILE *file) {
  (void)file;
  return 0;
}
int fflush_unlocked(FILE *file) { return fflush(file); }
int setvbuf(FILE *file, char *buffer, int mode, size_t size) {
  (void)file, (void)buffer, (void)mode, (void)size;
  return 0;
}
void setbuf(FILE *file, char *buffer) { (void)file, (void)buffer; }
void setlinebuf(FILE *file) { (void)file; }

void setbuffer(FILE *file, char *buffer, size_t size) {
  (void)file, (void)buffer, (void)size;
}

void flockfile(FILE *file) { (void)file; }
int ftrylockfile(FILE *file) {
  (void)file;
  return 0;
}
void funlockfile(FILE *file) { (void)file; }

void perror(const char *text) {
  const char *why = strerror(errno);
  if (text && *text)
    fprintf(stderr, "%s: %s\n", text, why);
  else
    fprintf(stderr, "%s\n", why);
}
