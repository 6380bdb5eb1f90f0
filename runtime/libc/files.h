//===- runtime/libc/files.h - Files in the memory of the program ----------===//
//
// A file is a block of bytes. One of the host is copied when it is opened and
// never changed; what the program writes lives in its own memory, under its
// name, until the run ends. Descriptors 0 to 2 are the standard streams:
// 0 is empty, 1 and 2 belong to the machine (interp/models/Output.cpp).
//
// All of it is shared by the threads. Each public function is one atomic
// section, as the lock of a FILE makes it in a real library; what is declared
// here has to be called inside of one.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <stddef.h>
#include <stdio.h>

struct File {
  char *data;
  size_t size;
  size_t capacity;
  int users;         // descriptions that refer to it
  int isDeleted;     // the name is free
  int isFixed;       // fmemopen: cannot grow, and the bytes are not ours
  int isSink;        // /dev/null
  char *name;        // null: has none
  struct File *next; // in the list of names
  char **dataOut;    // open_memstream: where the caller wants to see them
  size_t *sizeOut;
};

/// An open file description.
struct Description {
  struct File *file;
  size_t position;
  int flags; // as given to open()
  int users; // descriptors
};

struct Description *__rb_description(int fd); // null with errno EBADF
int __rb_file_open(const char *name, int flags); // a descriptor, or -1 with errno
int __rb_file_open_contents(struct File *file, int flags);
struct File *__rb_file_make(const char *name);
/// The live file of that name, from the host if need be; null with errno.
struct File *__rb_file_find(const char *name);
int __rb_file_dup(int fd);
int __rb_file_close(int fd);
long __rb_file_read(int fd, void *to, size_t size);
long __rb_file_put(int fd, const void *from, size_t size);
int __rb_file_resize(struct File *file, size_t size);
long __rb_file_seek(int fd, long offset, int whence);

// For the functions that call these, behind their atomic section: memory of the
// caller was read or written there (interp/models/Touch.cpp).
void __rb_reads(const void *from, size_t size);
void __rb_writes(void *to, size_t size);
