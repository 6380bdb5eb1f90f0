//===- runtime/libc/stream.c - FILEs on files, reading from FILEs ---------===//
//
// A FILE holds its descriptor, the two flags that <stdio.h> tests itself, and
// characters that were pushed back; the position is the descriptor's. Nothing
// is buffered, so reading and writing can be mixed. What prints is modelled
// (interp/models/Output.cpp, Printf.cpp). Tested by test/libc/stream*.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/libc/files.h"

#include <errno.h>
#include <fcntl.h>
#include <rbcheck.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kEnd = 0x10, kError = 0x20, kPushed = sizeof(long) };
enum { kNoNumber = 1 }; // _flags2: fileno() has nothing to tell

void __rb_unsupported(const char *what);
/// Zeroed; a FILE that is never closed is no lost memory, as glibc has a list.
void *__rb_allocate(size_t size);

static int flagsOf(const char *mode) {
  int flags = strchr(mode, '+') ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY;
  if (*mode == 'w')
    flags |= O_CREAT | O_TRUNC;
  else if (*mode == 'a')
    flags |= O_CREAT | O_APPEND;
  else if (*mode != 'r')
    return -1;
  return strchr(mode, 'x') ? flags | O_EXCL : flags;
}

static FILE *makeStream(int fd) {
  FILE *stream = fd < 0 ? 0 : __rb_allocate(sizeof *stream);
  if (stream)
    stream->_fileno = fd;
  return stream;
}

FILE *fopen(const char *name, const char *mode) {
  int flags = flagsOf(mode);
  if (flags < 0) {
    errno = EINVAL;
    return 0;
  }
  rb_atomic_begin();
  FILE *stream = makeStream(__rb_file_open(name, flags));
  rb_atomic_end();
  return stream;
}
FILE *fopen64(const char *name, const char *mode) { return fopen(name, mode); }

FILE *fdopen(int fd, const char *mode) {
  if (flagsOf(mode) < 0) {
    errno = EINVAL;
    return 0;
  }
  rb_atomic_begin();
  int isOpen = (fd >= 0 && fd < 3) || __rb_description(fd);
  FILE *stream = makeStream(isOpen ? fd : -1);
  rb_atomic_end();
  return stream;
}

FILE *freopen(const char *name, const char *mode, FILE *stream) {
  if (stream->_fileno < 3 || !name)
    __rb_unsupported("freopen of a standard stream");
  rb_atomic_begin();
  __rb_file_close(stream->_fileno);
  int fd = __rb_file_open(name, flagsOf(mode));
  stream->_fileno = fd;
  stream->_flags = stream->_cur_column = 0;
  rb_atomic_end();
  if (fd >= 0)
    return stream;
  free(stream);
  return 0;
}

static FILE *openNameless(struct File *file, int flags) {
  FILE *stream = makeStream(__rb_file_open_contents(file, flags));
  if (stream)
    stream->_flags2 = kNoNumber;
  return stream;
}

FILE *tmpfile(void) {
  rb_atomic_begin();
  FILE *stream = makeStream(__rb_file_open_contents(__rb_file_make(0), O_RDWR));
  rb_atomic_end();
  return stream;
}

FILE *fmemopen(void *data, size_t size, const char *mode) {
  int flags = flagsOf(mode);
  if (flags < 0 || !size) {
    errno = EINVAL;
    return 0;
  }
  rb_atomic_begin();
  struct File *file = __rb_file_make(0);
  if (data) {
    file->data = data;
    file->capacity = size;
    file->isFixed = 1;
    file->size = *mode == 'w' ? 0 : *mode == 'a' ? strnlen(data, size) : size;
    if (*mode == 'w')
      *(char *)data = 0;
  }
  FILE *stream = openNameless(file, flags);
  rb_atomic_end();
  return stream;
}

FILE *open_memstream(char **data, size_t *size) {
  rb_atomic_begin();
  struct File *file = __rb_file_make(0);
  file->dataOut = data;
  file->sizeOut = size;
  FILE *stream = openNameless(file, O_WRONLY);
  __rb_file_put(stream->_fileno, "", 0);
  rb_atomic_end();
  return stream;
}

int fclose(FILE *stream) {
  if (stream->_fileno < 3 && !stream->_flags2)
    return 0;
  rb_atomic_begin();
  __rb_file_close(stream->_fileno);
  rb_atomic_end();
  free(stream);
  return 0;
}

int fileno(FILE *stream) {
  if (!(stream->_flags2 & kNoNumber))
    return stream->_fileno;
  errno = EBADF;
  return -1;
}
int fileno_unlocked(FILE *stream) { return fileno(stream); }

// A FILE is its own lock: other threads may be reading from it.
static int flagsIn(FILE *stream) {
  return __atomic_load_n(&stream->_flags, __ATOMIC_SEQ_CST);
}
int feof(FILE *stream) { return (flagsIn(stream) & kEnd) != 0; }
int ferror(FILE *stream) { return (flagsIn(stream) & kError) != 0; }
int feof_unlocked(FILE *stream) { return feof(stream); }
int ferror_unlocked(FILE *stream) { return ferror(stream); }
void clearerr(FILE *stream) {
  __atomic_fetch_and(&stream->_flags, ~(kEnd | kError), __ATOMIC_SEQ_CST);
}
void clearerr_unlocked(FILE *stream) { clearerr(stream); }

// Reading: take() and the others below run inside an atomic section ------------

static size_t takeMany(FILE *stream, unsigned char *to, size_t size) {
  size_t count = 0;
  while (count < size && stream->_cur_column)
    to[count++] = ((unsigned char *)&stream->_old_offset)[--stream->_cur_column];
  while (count < size) {
    long more = __rb_file_read(stream->_fileno, to + count, size - count);
    if (more <= 0) {
      stream->_flags |= more ? kError : kEnd;
      break;
    }
    count += (size_t)more;
  }
  return count;
}

static int take(FILE *stream) {
  unsigned char byte;
  return takeMany(stream, &byte, 1) ? byte : EOF;
}

int fgetc(FILE *stream) {
  rb_atomic_begin();
  int c = take(stream);
  rb_atomic_end();
  return c;
}
int getc(FILE *stream) { return fgetc(stream); }
int _IO_getc(FILE *stream) { return fgetc(stream); }
int __uflow(FILE *stream) { return fgetc(stream); }
int getchar(void) { return fgetc(stdin); }
int fgetc_unlocked(FILE *stream) { return fgetc(stream); }
int getc_unlocked(FILE *stream) { return fgetc(stream); }
int getchar_unlocked(void) { return fgetc(stdin); }

int ungetc(int c, FILE *stream) {
  int done = 0;
  rb_atomic_begin();
  if (c != EOF && stream->_cur_column < kPushed) {
    ((unsigned char *)&stream->_old_offset)[stream->_cur_column++] =
        (unsigned char)c;
    stream->_flags &= ~kEnd;
    done = 1;
  }
  rb_atomic_end();
  return done ? (unsigned char)c : EOF;
}

size_t fread(void *to, size_t size, size_t count, FILE *stream) {
  if (!size || !count)
    return 0;
  rb_atomic_begin();
  size_t bytes = takeMany(stream, to, size * count);
  rb_atomic_end();
  __rb_writes(to, bytes);
  return bytes / size;
}
#undef fread_unlocked
size_t fread_unlocked(void *to, size_t size, size_t count, FILE *stream) {
  return fread(to, size, count, stream);
}
size_t __fread_chk(void *to, size_t room, size_t size, size_t count,
                   FILE *stream) {
  (void)room;
  return fread(to, size, count, stream);
}

char *fgets(char *to, int size, FILE *stream) {
  int length = 0;
  rb_atomic_begin();
  while (length + 1 < size) {
    int c = take(stream);
    if (c == EOF)
      break;
    to[length++] = (char)c;
    if (c == '\n')
      break;
  }
  rb_atomic_end();
  __rb_writes(to, (size_t)length);
  if (!length)
    return 0;
  to[length] = 0;
  return to;
}
char *fgets_unlocked(char *to, int size, FILE *stream) {
  return fgets(to, size, stream);
}
char *__fgets_chk(char *to, size_t room, int size, FILE *stream) {
  (void)room;
  return fgets(to, size, stream);
}

ssize_t getdelim(char **line, size_t *room, int end, FILE *stream) {
  ssize_t length = 0;
  rb_atomic_begin();
  for (int c; (c = take(stream)) != EOF;) {
    if (!*line || (size_t)length + 2 > *room) {
      *room = *line && *room ? *room * 2 : 120;
      *line = realloc(*line, *room);
    }
    (*line)[length++] = (char)c;
    if (c == end)
      break;
  }
  rb_atomic_end();
  if (!length)
    return -1;
  __rb_writes(*line, (size_t)length);
  (*line)[length] = 0;
  return length;
}
ssize_t __getdelim(char **line, size_t *room, int end, FILE *stream) {
  return getdelim(line, room, end, stream);
}
ssize_t getline(char **line, size_t *room, FILE *stream) {
  return getdelim(line, room, '\n', stream);
}

// Positions --------------------------------------------------------------------

int fseeko(FILE *stream, off_t offset, int whence) {
  rb_atomic_begin();
  if (whence == SEEK_CUR)
    offset -= stream->_cur_column;
  long position = __rb_file_seek(stream->_fileno, offset, whence);
  if (position >= 0) {
    stream->_flags &= ~kEnd;
    stream->_cur_column = 0;
  }
  rb_atomic_end();
  return position < 0 ? -1 : 0;
}
int fseek(FILE *stream, long offset, int whence) {
  return fseeko(stream, offset, whence);
}
int fseeko64(FILE *stream, off64_t offset, int whence) {
  return fseeko(stream, offset, whence);
}

off_t ftello(FILE *stream) {
  rb_atomic_begin();
  long position = __rb_file_seek(stream->_fileno, 0, SEEK_CUR);
  if (position >= 0)
    position -= stream->_cur_column;
  rb_atomic_end();
  return position;
}
long ftell(FILE *stream) { return ftello(stream); }
off64_t ftello64(FILE *stream) { return ftello(stream); }

void rewind(FILE *stream) {
  fseek(stream, 0, SEEK_SET);
  clearerr(stream);
}

int fgetpos(FILE *stream, fpos_t *position) {
  position->__pos = ftello(stream);
  return position->__pos < 0 ? -1 : 0;
}
int fsetpos(FILE *stream, const fpos_t *position) {
  return fseeko(stream, position->__pos, SEEK_SET);
}
