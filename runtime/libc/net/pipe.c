//===- runtime/libc/net/pipe.c - pipe and pipe2 ---------------------------===//
//
// As Linux does it: a pipe has 16 pages. What is written is put behind the last
// bytes if it fits into their page, else into fresh ones; so a write of at most
// PIPE_BUF bytes is one piece, and a pipe of small pieces is full before it has
// 65536 bytes. A read takes what there is. Tested by test/environment/pipe*.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/libc/net/port.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { kPage = 4096, kPages = 16, kMostPages = 256 };

/// Bytes in a page: those before `start` were read.
struct Page {
  unsigned short start, end;
};

struct Pipe {
  struct Port reader, writer;
  char *data; ///< of all pages, from the first that was not read on
  size_t size, room;
  int limit; ///< pages that it may have
  int used;  ///< pages that it has
  struct Page *pages;
};

static struct Pipe *pipeOfReader(struct Port *port) {
  return (struct Pipe *)port;
}
static struct Pipe *pipeOfWriter(struct Port *port) {
  return (struct Pipe *)(port - 1);
}

static void update(struct Pipe *pipe, unsigned wakesReader,
                   unsigned wakesWriter) {
  unsigned reads = pipe->size ? POLLIN | POLLRDNORM | kCanTake : 0;
  if (!pipe->writer.users)
    reads |= POLLHUP | kCanTake;
  unsigned writes =
      pipe->used < pipe->limit ? POLLOUT | POLLWRNORM | kCanGive : 0;
  if (!pipe->reader.users)
    writes |= POLLERR | kCanGive;
  __rb_port_set(&pipe->reader, reads, wakesReader);
  __rb_port_set(&pipe->writer, writes, wakesWriter);
}

static long take(struct Port *port, struct Transfer *transfer) {
  struct Pipe *pipe = pipeOfReader(port);
  if (!transfer->size)
    return 0;
  if (!pipe->size)
    return pipe->writer.users ? -EAGAIN : 0;
  const int wasFull = pipe->used == pipe->limit;
  size_t size = transfer->size < pipe->size ? transfer->size : pipe->size;
  __rb_scatter(transfer, pipe->data, size);
  memmove(pipe->data, pipe->data + size, pipe->size - size);
  memset(pipe->data + pipe->size - size, 0, size); // equal states look equal
  pipe->size -= size;
  int gone = 0;
  for (size_t rest = size; rest;) {
    struct Page *page = &pipe->pages[gone];
    size_t length = (size_t)(page->end - page->start);
    if (length > rest) {
      page->start = (unsigned short)(page->start + rest);
      break;
    }
    rest -= length;
    ++gone;
  }
  pipe->used -= gone;
  memmove(pipe->pages, pipe->pages + gone,
          (size_t)pipe->used * sizeof *pipe->pages);
  memset(pipe->pages + pipe->used, 0, (size_t)gone * sizeof *pipe->pages);
  update(pipe, 0, wasFull && gone ? POLLOUT | POLLWRNORM : 0);
  return (long)size;
}

/// Room for more bytes behind those that are there.
static char *append(struct Pipe *pipe, size_t more) {
  size_t size = pipe->size + more;
  if (size > pipe->room) {
    size_t room = size < 64 ? 64 : size * 2;
    pipe->data = realloc(pipe->data, room);
    memset(pipe->data + pipe->size, 0, room - pipe->size);
    pipe->room = room;
  }
  char *at = pipe->data + pipe->size;
  pipe->size = size;
  return at;
}

static long give(struct Port *port, struct Transfer *transfer) {
  struct Pipe *pipe = pipeOfWriter(port);
  if (!transfer->size)
    return 0;
  if (!pipe->reader.users)
    return transfer->done ? (long)transfer->done : -EPIPE;
  size_t before = transfer->done, rest = transfer->size - transfer->done;
  size_t tail = rest % kPage;
  if (tail && pipe->size && !before) {
    struct Page *last = &pipe->pages[pipe->used - 1];
    if (last->end + tail <= kPage) {
      __rb_gather(transfer, append(pipe, tail), tail);
      last->end = (unsigned short)(last->end + tail);
      rest -= tail;
    }
  }
  while (rest && pipe->used < pipe->limit) {
    size_t length = rest < kPage ? rest : kPage;
    __rb_gather(transfer, append(pipe, length), length);
    pipe->pages[pipe->used++] = (struct Page){0, (unsigned short)length};
    rest -= length;
  }
  if (transfer->done != before)
    update(pipe, POLLIN | POLLRDNORM, 0);
  return rest ? -EAGAIN : (long)transfer->done;
}

static long cannot(struct Port *port, struct Transfer *transfer) {
  (void)port, (void)transfer;
  return -EBADF;
}

static void endPipe(struct Pipe *pipe) {
  if (pipe->reader.users || pipe->writer.users)
    return;
  free(pipe->data);
  free(pipe->pages);
  free(pipe);
}
static void endReader(struct Port *port) {
  struct Pipe *pipe = pipeOfReader(port);
  update(pipe, 0, POLLERR | POLLOUT);
  endPipe(pipe);
}
static void endWriter(struct Port *port) {
  struct Pipe *pipe = pipeOfWriter(port);
  update(pipe, POLLHUP | POLLIN, 0);
  endPipe(pipe);
}

/// F_GETPIPE_SZ, F_SETPIPE_SZ.
static int resize(struct Pipe *pipe, int bytes) {
  if (bytes >= 0) {
    int pages = 1;
    while (pages * kPage < bytes && pages < kMostPages)
      pages *= 2;
    if (pages * kPage < bytes)
      return -EPERM;
    if (pages < pipe->used)
      return -EBUSY;
    pipe->pages = realloc(pipe->pages, (size_t)pages * sizeof *pipe->pages);
    for (int i = pipe->used; i < pages; ++i)
      pipe->pages[i] = (struct Page){0, 0};
    pipe->limit = pages;
    update(pipe, 0, 0);
  }
  return pipe->limit * kPage;
}
static int resizeReader(struct Port *port, int bytes) {
  return resize(pipeOfReader(port), bytes);
}
static int resizeWriter(struct Port *port, int bytes) {
  return resize(pipeOfWriter(port), bytes);
}
static size_t waitingIn(struct Port *port) { return pipeOfReader(port)->size; }

static const struct PortKind readerKind = {
    .mode = S_IFIFO,
    .takes = "read() for a pipe that nobody writes to",
    .take = take,
    .give = cannot,
    .end = endReader,
    .resize = resizeReader,
    .waiting = waitingIn};
static const struct PortKind writerKind = {
    .mode = S_IFIFO,
    .gives = "write() for a full pipe that nobody reads from",
    .take = cannot,
    .give = give,
    .end = endWriter,
    .resize = resizeWriter};

int pipe2(int ends[2], int flags) {
  if (flags & ~(O_CLOEXEC | O_NONBLOCK | O_DIRECT)) {
    errno = EINVAL;
    return -1;
  }
  if (flags & O_DIRECT)
    __rb_unsupported("a pipe of packets (O_DIRECT)");
  rb_atomic_begin();
  struct Pipe *pipe = calloc(1, sizeof *pipe);
  pipe->reader.kind = &readerKind;
  pipe->writer.kind = &writerKind;
  pipe->limit = kPages;
  pipe->pages = calloc(kPages, sizeof *pipe->pages);
  append(pipe, 0); // here, so that it is nobody's who writes
  int output = -1, input = __rb_port_open(&pipe->reader, flags | O_RDONLY);
  if (input >= 0)
    output = __rb_port_open(&pipe->writer, flags | O_WRONLY);
  if (output >= 0)
    update(pipe, 0, 0);
  else if (input >= 0)
    __rb_file_close(input);
  rb_atomic_end();
  if (output < 0)
    return -1;
  ends[0] = input;
  ends[1] = output;
  return 0;
}

int pipe(int ends[2]) { return pipe2(ends, 0); }
