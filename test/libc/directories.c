// Directories, relative names, and what is said about files.
// RUN: %same %s
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TOP "/tmp/rbcheck-directories"

static void put(const char *name, const char *text) {
  FILE *file = fopen(name, "w");
  fputs(text, file);
  fclose(file);
}
static void list(const char *name) {
  struct dirent **found;
  int count = scandir(name, &found, 0, alphasort);
  for (int i = 0; i < count; ++i) {
    printf("%s%s ", found[i]->d_name, found[i]->d_type == DT_DIR ? "/" : "");
    free(found[i]);
  }
  if (count >= 0)
    free(found);
  printf("%d\n", count);
}
static void said(const char *what, int result) {
  printf("%s %d %s\n", what, result, result < 0 ? strerror(errno) : "");
}

int main(void) {
  struct stat found;
  said("mkdir", mkdir(TOP, 0755));
  said("again", mkdir(TOP, 0755));
  said("deep", mkdir(TOP "/x/y", 0755));
  said("sub", mkdir(TOP "/sub", 0700));
  put(TOP "/one", "1"), put(TOP "/sub/two", "22");
  said("open", open(TOP "/none/x", O_WRONLY | O_CREAT, 0644));
  said("write", open(TOP "/sub", O_WRONLY));
  list(TOP), list(TOP "/sub"), list(TOP "/none"), list(TOP "/one");
  said("rmdir", rmdir(TOP "/sub"));
  said("rmdir", rmdir(TOP "/one"));
  said("unlink", unlink(TOP "/sub"));
  said("stat", stat(TOP "/sub/../sub/./two", &found));
  printf("%ld %d %o\n", (long)found.st_size, S_ISREG(found.st_mode),
         found.st_mode & 0777);
  said("stat", stat(TOP, &found));
  printf("%d\n", S_ISDIR(found.st_mode));
  char here[256];
  said("chdir", chdir(TOP "/sub"));
  printf("%s\n", getcwd(here, sizeof here));
  said("access", access("two", R_OK));
  said("execute", access("two", X_OK));
  said("up", chdir(".."));
  char *real = realpath("./sub//two", 0);
  printf("%s\n", real);
  free(real);
  said("small", getcwd(here, 3) ? 0 : -1);
  said("none", chdir("none"));
  int folder = open("sub", O_RDONLY | O_DIRECTORY);
  int inside = openat(folder, "three", O_RDWR | O_CREAT, 0644);
  printf("%d %ld\n", inside >= 0, (long)write(inside, "333", 3));
  said("read", (int)read(folder, here, 1));
  said("fstatat", fstatat(folder, "three", &found, 0));
  printf("%ld\n", (long)found.st_size);
  close(inside), close(folder);
  said("rename", rename("sub", "moved"));
  list("."), list("moved");
  said("onto", rename("one", "moved"));
  said("remove", remove("moved/two")), said("remove", remove("moved/three"));
  said("remove", remove("moved")), said("remove", remove("one"));
  said("root", chdir("/"));
  said("last", rmdir(TOP));
  said("gone", stat(TOP, &found));
  return 0;
}
