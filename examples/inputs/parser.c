//===- examples/inputs/parser.c - A parser behind a queue -----------------===//
//
// One thread puts the bytes of a message into a queue, another one takes them
// out and parses: a length, a colon, and so many bytes. Every message of four
// bytes is checked. In parser-broken.c a length is believed before it is
// compared with the buffer, which goes wrong for some messages only.
//
//===----------------------------------------------------------------------===//
#include <assert.h>
#include <pthread.h>
#include <rbcheck.h>

#ifndef FITS
#define FITS(length) ((length) >= 0 && (length) <= kMost)
#endif

enum { kBytes = 4, kMost = 2 };

static char queue[kBytes];
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t added = PTHREAD_COND_INITIALIZER;

static void put(char byte) {
  pthread_mutex_lock(&lock);
  queue[count++] = byte;
  pthread_cond_signal(&added);
  pthread_mutex_unlock(&lock);
}

static char take(int index) {
  pthread_mutex_lock(&lock);
  while (count <= index)
    pthread_cond_wait(&added, &lock);
  char byte = queue[index];
  pthread_mutex_unlock(&lock);
  return byte;
}

static void *sender(void *message) {
  for (int i = 0; i < kBytes; ++i)
    put(((const char *)message)[i]);
  return 0;
}

static int parse(char *body) {
  int length = take(0) - '0';
  if (take(1) != ':' || !FITS(length))
    return -1;
  for (int i = 0; i < length; ++i)
    body[i] = take(2 + i);
  return length;
}

int main(void) {
  char message[kBytes], body[kMost];
  pthread_t thread;
  rb_symbolic(message, sizeof message, "message");
  pthread_create(&thread, 0, sender, message);
  int length = parse(body);
  pthread_join(thread, 0);
  assert(length <= kMost);
}
