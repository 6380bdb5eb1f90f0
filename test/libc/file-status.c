// Permissions, owners and times are kept; devices that need no hardware.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --accept=rand,time %t.bc
// RUN: %exits 2 rbcheck %t.bc | FileCheck %s
// CHECK: one sequence of random numbers
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

int main(void) {
  struct stat found;
  int fd = open("made", O_RDWR | O_CREAT, 0644);
  assert(fd >= 0 && !chmod("made", 0600) && !stat("made", &found));
  assert(S_ISREG(found.st_mode) && (found.st_mode & 07777) == 0600);
  assert(!fchmod(fd, 0755) && !access("made", X_OK));
  assert(!chown("made", 7, -1) && !fstat(fd, &found));
  assert(found.st_uid == 7 && found.st_gid == 1000);
  assert(!utime("made", &(struct utimbuf){10, 20}) && !stat("made", &found));
  assert(found.st_atime == 10 && found.st_mtime == 20);
  struct timespec times[] = {{0, UTIME_OMIT}, {30, 40}};
  assert(!utimensat(AT_FDCWD, "made", times, 0) && !stat("made", &found));
  assert(found.st_atime == 10 && found.st_mtim.tv_nsec == 40);
  assert(!futimens(fd, 0) && !utimes("made", 0));
  assert(chmod("not there", 0600) == -1 && errno == ENOENT);

  char bytes[8] = "abcdefg";
  int null = open("/dev/null", O_RDWR), zero = open("/dev/zero", O_RDWR);
  int full = open("/dev/full", O_RDWR), random = open("/dev/urandom", O_RDONLY);
  assert(read(null, bytes, 8) == 0 && write(null, bytes, 8) == 8);
  assert(read(zero, bytes, 4) == 4 && !memcmp(bytes, "\0\0\0\0efg", 8));
  assert(write(zero, bytes, 8) == 8);
  assert(write(full, bytes, 8) == -1 && errno == ENOSPC);
  assert(read(full, bytes, 8) == 8 && !bytes[4]);
  char more[8];
  assert(read(random, bytes, 8) == 8 && read(random, more, 8) == 8);
  assert(memcmp(bytes, more, 8));
  assert(!stat("/dev/null", &found) && S_ISCHR(found.st_mode));
  return 0;
}
