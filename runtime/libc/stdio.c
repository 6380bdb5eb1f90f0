//===- runtime/libc/stdio.c - Standard streams ----------------------------===//
//
// stdin, stdout and stderr exist and are unbuffered; standard input is empty,
// in every run. What prints is modelled (interp/models/Output.cpp, Printf.cpp),
// which finds the descriptor in the FILE. Other files are not supported.
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
int fclose(FILE *file) {
  (void)file;
  return 0;
}
int setvbuf(FILE *file, char *buffer, int mode, size_t size) {
  (void)file, (void)buffer, (void)mode, (void)size;
  return 0;
}
void setbuf(FILE *file, char *buffer) { (void)file, (void)buffer; }
void setlinebuf(FILE *file) { (void)file; }

void flockfile(FILE *file) { (void)file; }
void funlockfile(FILE *file) { (void)file; }

int fileno(FILE *file) { return file->_fileno; }
int ferror(FILE *file) {
  (void)file;
  return 0;
}
void clearerr(FILE *file) { (void)file; }

// Standard input is at its end.
int feof(FILE *file) { return file->_fileno == 0; }
int fgetc(FILE *file) {
  (void)file;
  return EOF;
}
int getc(FILE *file) { return fgetc(file); }
int _IO_getc(FILE *file) { return fgetc(file); }
int __uflow(FILE *file) { return fgetc(file); }
int getchar(void) { return EOF; }
int getchar_unlocked(void) { return EOF; }
char *fgets(char *to, int size, FILE *file) {
  (void)to, (void)size, (void)file;
  return 0;
}
char *__fgets_chk(char *to, size_t object, int size, FILE *file) {
  (void)object;
  return fgets(to, size, file);
}
size_t fread(void *to, size_t size, size_t count, FILE *file) {
  (void)to, (void)size, (void)count, (void)file;
  return 0;
}
ssize_t getline(char **line, size_t *size, FILE *file) {
  (void)line, (void)size, (void)file;
  return -1;
}

void perror(const char *text) {
  const char *why = strerror(errno);
  if (text && *text)
    fprintf(stderr, "%s: %s\n", text, why);
  else
    fprintf(stderr, "%s\n", why);
}
