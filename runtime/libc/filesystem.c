//===- runtime/libc/filesystem.c - statfs and relatives -------------------===//
//
// All files are in one file system in memory, which is never full. Tested by
// test/libc/statfs.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <linux/magic.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>

enum { kBlock = 4096, kBlocks = 1 << 20, kLongestName = 255 };

static int describe(struct statfs *to) {
  memset(to, 0, sizeof *to);
  to->f_type = TMPFS_MAGIC;
  to->f_bsize = to->f_frsize = kBlock;
  to->f_blocks = to->f_bfree = to->f_bavail = kBlocks;
  to->f_files = to->f_ffree = kBlocks;
  to->f_namelen = kLongestName;
  return 0;
}

static int describeV(struct statvfs *to) {
  memset(to, 0, sizeof *to);
  to->f_bsize = to->f_frsize = kBlock;
  to->f_blocks = to->f_bfree = to->f_bavail = kBlocks;
  to->f_files = to->f_ffree = to->f_favail = kBlocks;
  to->f_namemax = kLongestName;
  return 0;
}

int statfs(const char *name, struct statfs *to) {
  struct stat status;
  return stat(name, &status) ? -1 : describe(to);
}
int fstatfs(int fd, struct statfs *to) {
  struct stat status;
  return fstat(fd, &status) ? -1 : describe(to);
}
int statvfs(const char *name, struct statvfs *to) {
  struct stat status;
  return stat(name, &status) ? -1 : describeV(to);
}
int fstatvfs(int fd, struct statvfs *to) {
  struct stat status;
  return fstat(fd, &status) ? -1 : describeV(to);
}

int statfs64(const char *name, struct statfs64 *to) {
  return statfs(name, (struct statfs *)to);
}
int fstatfs64(int fd, struct statfs64 *to) {
  return fstatfs(fd, (struct statfs *)to);
}
int statvfs64(const char *name, struct statvfs64 *to) {
  return statvfs(name, (struct statvfs *)to);
}
int fstatvfs64(int fd, struct statvfs64 *to) {
  return fstatvfs(fd, (struct statvfs *)to);
}
