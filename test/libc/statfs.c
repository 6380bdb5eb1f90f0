// The file system that a file is in.
// RUN: %same %s
#include <errno.h>
#include <stdio.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <fcntl.h>

int main(void) {
  struct statfs all;
  struct statvfs same;
  printf("%d", statfs("/dev/null/none", &all)), printf(" %d\n", errno == ENOTDIR);
  printf("%d", fstatfs(77, &all)), printf(" %d\n", errno == EBADF);
  printf("%d", fstatvfs(77, &same)), printf(" %d\n", errno == EBADF);
  int fd = open("/", O_RDONLY);
  printf("%d", statfs("/", &all)), printf(" %d\n", all.f_namelen >= 255);
  printf("%d", statvfs("/", &same)), printf(" %d\n", same.f_namemax >= 255);
  printf("%d", fstatfs(fd, &all)), printf(" %d\n", all.f_bsize >= 512);
  printf("%d", fstatvfs(fd, &same)), printf(" %d\n", same.f_frsize >= 512);
  return 0;
}
