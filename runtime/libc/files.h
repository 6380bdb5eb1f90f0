//===- runtime/libc/files.h - Files in the memory of the program ----------===//
//
// A file is a block of bytes. One of the host is copied when it is opened and
// never changed; what the program writes lives in its own memory, under its
// name, until the run ends. Descriptors 0 to 2 are the standard streams, unless
// dup2() made them something else: 0 is what rbcheck was given, 1 and 2 belong to
// the machine (interp/models/Output.cpp).
//
// All of it is shared by the threads. Each public function is one atomic
// section, as the lock of a FILE makes it in a real library; what is declared
// here has to be called inside of one. Reading and writing what is no file may
// have to wait, and then end the section and come back in another one.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <stddef.h>
#include <stdio.h>
#include <sys/uio.h>
#include <time.h>

enum { kPathRoom = 1024 };

/// What /dev/NAME is.
enum FileDevice { kNoDevice, kNullDevice, kZeroDevice, kFullDevice, kRandomDevice };

struct File {
  char *data;
  size_t size;
  size_t capacity;
  int users;         // descriptions and mappings that refer to it
  int mappings;      // shared ones: the bytes stay where they are (mappings.c)
  int isDeleted;     // the name is free
  int isFixed;       // fmemopen: cannot grow, and the bytes are not ours
  enum FileDevice device;
  int isDirectory;
  unsigned mode;     // permissions, which nobody is refused by
  unsigned owner, group;
  long times[4];     // seconds and nanoseconds of access and modification
  int isSocket;      // the name of a Unix socket
  struct Socket *socket; // who has that name now, if anybody
  char *name;        // absolute (paths.c); null: has none
  struct File *next; // in the list of names
  char **dataOut;    // open_memstream: where the caller wants to see them
  size_t *sizeOut;
};

struct Description;
struct Port;

/// What can be done with a description that is no file: net/port.h.
struct OpenKind {
  /// Reads or writes all parts in one piece; bytes, or -1 with errno.
  long (*move)(struct Description *, const struct iovec *, int count,
               int gives);
  void (*leave)(struct Description *); // before it ends
  void (*broken)(void); // behind the section of a write that had EPIPE
  unsigned (*mode)(struct Description *); // S_IFIFO, S_IFSOCK, 0
  /// What fcntl() and ioctl() ask of it only; a negated errno value if it fails.
  int (*control)(struct Description *, unsigned long request, int argument);
};

/// An open file description.
struct Description {
  struct File *file;
  struct Port *port;           // instead of a file
  const struct OpenKind *kind; // of the port
  size_t position;
  int flags;    // as given to open()
  int users;    // descriptors, and threads that wait there
  int standard; // instead of both: 1 + the number of a standard stream
  struct timespec takeLimit, giveLimit; // of sockets; 0: none
};

struct Description *__rb_description(int fd); // null with errno EBADF
int __rb_file_open(const char *name, int flags); // a descriptor, or -1 with errno
int __rb_file_open_contents(struct File *file, int flags);
/// `key` is an absolute name, or null.
struct File *__rb_file_make(const char *key);
/// The file of that absolute name, even if it was deleted; null: not known yet.
struct File *__rb_file_known(const char *key);
/// The first of all that have a name.
struct File *__rb_file_first(void);
/// An empty file for a name that no live one has.
struct File *__rb_file_claim(const char *name);
/// The live file of that name, from the host if need be; null with errno.
struct File *__rb_file_find(const char *name);
/// A descriptor for a port, or for a standard stream.
int __rb_descriptor_make(struct Description model);
int __rb_descriptor_flags(int fd, int set); // FD_CLOEXEC; set < 0: asks
/// The lowest free descriptor from `least` on.
int __rb_file_dup(int fd, int least);
/// Makes `to` the same as `fd`.
int __rb_file_dup_to(int fd, int to);
void __rb_description_drop(struct Description *description);
void __rb_file_drop(struct File *file); // one user less
int __rb_file_close(int fd);
long __rb_file_read(int fd, void *to, size_t size);
long __rb_file_put(int fd, const void *from, size_t size);
int __rb_file_resize(struct File *file, size_t size);
long __rb_file_seek(int fd, long offset, int whence);

// Names (paths.c): absolute ones in an array of kPathRoom bytes.
int __rb_path(const char *name, char *key); // an errno value, or 0
/// The same of a name in an open directory, AT_FDCWD or the descriptor of one:
/// -1 with errno.
int __rb_path_at(int directory, const char *name, char *key);
const char *__rb_host_name(const char *key);
int __rb_is_directory(const char *key);
int __rb_has_parent(const char *key);

// For the functions that call these, behind their atomic section: memory of the
// caller was read or written there (interp/models/Touch.cpp).
void __rb_reads(const void *from, size_t size);
void __rb_writes(void *to, size_t size);
