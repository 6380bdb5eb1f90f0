// Patterns of file names, glob, and temporary files.
// RUN: %same %s
#define _GNU_SOURCE
#include <fnmatch.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct {
  const char *pattern, *text;
  int flags;
} cases[] = {
    {"*.c", "a.c", 0},          {"*.c", "a.h", 0},
    {"a*b*c", "axxbyyc", 0},    {"?", "", 0},
    {"[a-c]x", "bx", 0},        {"[!a-c]x", "bx", 0},
    {"[[:digit:]]*", "7up", 0}, {"*", ".hidden", FNM_PERIOD},
    {"*", "a/b", FNM_PATHNAME}, {"a/*", "a/b", FNM_PATHNAME},
    {"\\*", "*", 0},            {"\\*", "\\x", FNM_NOESCAPE},
    {"ABC", "abc", FNM_CASEFOLD}, {"a", "a/b", FNM_LEADING_DIR},
    {"[]x]", "]", 0},           {"**a", "bca", 0},
};

int main(void) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    printf("%d", fnmatch(cases[i].pattern, cases[i].text, cases[i].flags) != 0);
  char folder[] = "/tmp/rbcheck-globXXXXXX", file[64];
  printf("\n%d %zu\n", mkdtemp(folder) != 0, strlen(folder));
  for (const char *name = "b.c\0a.c\0a.h\0"; *name; name += 4) {
    sprintf(file, "%s/%s", folder, name);
    fclose(fopen(file, "w"));
  }
  glob_t found;
  sprintf(file, "%s/*.c", folder);
  int result = glob(file, 0, 0, &found);
  printf("%d %zu", result, found.gl_pathc);
  for (size_t i = 0; i < found.gl_pathc; ++i)
    printf(" %s", strrchr(found.gl_pathv[i], '/'));
  globfree(&found);
  sprintf(file, "%s/*.x", folder);
  printf(" %d\n", glob(file, 0, 0, &found) == GLOB_NOMATCH);
  for (const char *name = "b.c\0a.c\0a.h\0"; *name; name += 4) {
    sprintf(file, "%s/%s", folder, name);
    unlink(file);
  }
  printf("%d\n", rmdir(folder));

  char made[] = "/tmp/rbcheck-XXXXXX", wrong[] = "/tmp/none";
  int fd = mkstemp(made);
  printf("%d %ld %d %d\n", fd >= 0, (long)write(fd, "abc", 3),
         strcmp(made, "/tmp/rbcheck-XXXXXX") != 0, mkstemp(wrong));
  printf("%d\n", unlink(made));
  int memory = memfd_create("m", 0), shared = shm_open("/rbcheck-shm", 0102, 0600);
  printf("%d %d %d\n", ftruncate(memory, 10), memory >= 0 && shared >= 0,
         shm_unlink("/rbcheck-shm"));
  return 0;
}
