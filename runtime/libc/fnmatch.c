//===- runtime/libc/fnmatch.c - Patterns of file names, and glob ----------===//
//
// Tested by test/libc/fnmatch.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <fnmatch.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

void __rb_unsupported(const char *what);

static int folded(int c, int flags) {
  return flags & FNM_CASEFOLD ? tolower(c) : c;
}

/// [:NAME:] at `at`, behind the bracket: whether `c` is one, and `at` moves on.
static int isOfClass(const char **at, int c) {
  static const struct {
    const char *name;
    int (*is)(int);
  } classes[] = {{"alnum", isalnum}, {"alpha", isalpha}, {"blank", isblank},
                 {"cntrl", iscntrl}, {"digit", isdigit}, {"graph", isgraph},
                 {"lower", islower}, {"print", isprint}, {"punct", ispunct},
                 {"space", isspace}, {"upper", isupper}, {"xdigit", isxdigit}};
  const char *name = *at + 1, *end = strstr(name, ":]");
  if (!end)
    return 0;
  *at = end + 2;
  for (size_t i = 0; i < sizeof classes / sizeof *classes; ++i)
    if (strlen(classes[i].name) == (size_t)(end - name) &&
        !strncmp(name, classes[i].name, (size_t)(end - name)))
      return classes[i].is(c) != 0;
  return 0;
}

/// A set behind its bracket: 1 if `c` is in it, 0 if not, and `at` moves behind
/// the end; -1 if it has none.
static int isInSet(const char **at, int c, int flags) {
  const char *p = *at;
  int isInverted = *p == '!' || *p == '^', isFound = 0;
  p += isInverted;
  for (int isFirst = 1; isFirst || *p != ']'; isFirst = 0) {
    if (!*p)
      return -1;
    if (*p == '[' && p[1] == ':') {
      ++p;
      isFound |= isOfClass(&p, c);
      continue;
    }
    if (*p == '\\' && !(flags & FNM_NOESCAPE) && p[1])
      ++p;
    int low = folded((unsigned char)*p++, flags), high = low;
    if (*p == '-' && p[1] && p[1] != ']') {
      ++p;
      if (*p == '\\' && !(flags & FNM_NOESCAPE) && p[1])
        ++p;
      high = folded((unsigned char)*p++, flags);
    }
    isFound |= low <= c && c <= high;
  }
  *at = p + 1;
  return isFound != isInverted;
}

/// `begin` is where the text starts, for leading dots.
static int match(const char *p, const char *s, const char *begin, int flags) {
  for (; *p; ++s) {
    int c = folded((unsigned char)*s, flags);
    int isLeading = *s == '.' && flags & FNM_PERIOD &&
                    (s == begin || (flags & FNM_PATHNAME && s[-1] == '/'));
    int isSlash = *s == '/' && flags & FNM_PATHNAME;
    if (*p == '*') {
      while (*p == '*')
        ++p;
      if (isLeading)
        return FNM_NOMATCH;
      for (;; ++s) {
        if (!match(p, s, begin, flags))
          return 0;
        if (!*s || (*s == '/' && flags & FNM_PATHNAME))
          return FNM_NOMATCH;
      }
    }
    if (*p == '?' || *p == '[') {
      if (!*s || isSlash || isLeading)
        return FNM_NOMATCH;
      if (*p++ == '?')
        continue;
      int found = isInSet(&p, c, flags);
      if (found < 0 ? *s != '[' : !found)
        return FNM_NOMATCH;
      continue;
    }
    if (*p == '\\' && !(flags & FNM_NOESCAPE) && p[1])
      ++p;
    if (folded((unsigned char)*p++, flags) != c)
      return FNM_NOMATCH;
  }
  return *s && !(flags & FNM_LEADING_DIR && *s == '/') ? FNM_NOMATCH : 0;
}

int fnmatch(const char *pattern, const char *text, int flags) {
  return match(pattern, text, text, flags);
}

// glob --------------------------------------------------------------------------------

static int add(glob_t *to, const char *path) {
  size_t count = to->gl_offs + to->gl_pathc;
  char **grown = realloc(to->gl_pathv, (count + 2) * sizeof *grown);
  if (!grown)
    return GLOB_NOSPACE;
  grown[count] = strdup(path);
  grown[count + 1] = 0;
  to->gl_pathv = grown;
  ++to->gl_pathc;
  return 0;
}

/// Goes on with the rest of a pattern in the directory `path`.
static int expand(char *path, const char *pattern, int flags, glob_t *to) {
  size_t size = strlen(path), part = strcspn(pattern, "/");
  struct stat found;
  char name[256];
  if (!*pattern)
    return stat(path, &found) ? 0 : add(to, path);
  if (part == 0) {
    strcat(path, "/");
    return expand(path, pattern + 1, flags, to);
  }
  if (part >= sizeof name || size + part + 258 > 2048)
    return GLOB_NOSPACE;
  memcpy(name, pattern, part);
  name[part] = 0;
  int error = 0;
  if (!strpbrk(name, "*?[\\")) {
    strcat(path, name);
    error = expand(path, pattern + part, flags, to);
    path[size] = 0;
    return error;
  }
  DIR *folder = opendir(*path ? path : ".");
  for (struct dirent *entry; folder && !error && (entry = readdir(folder));) {
    if (fnmatch(name, entry->d_name, FNM_PERIOD))
      continue;
    strcat(path, entry->d_name);
    if (!pattern[part] || !stat(path, &found))
      error = expand(path, pattern + part, flags, to);
    path[size] = 0;
  }
  if (folder)
    closedir(folder);
  return error;
}

static int byName(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

int glob(const char *pattern, int flags, int (*failed)(const char *, int),
         glob_t *to) {
  (void)failed;
  if (flags & ~(GLOB_NOSORT | GLOB_NOCHECK | GLOB_APPEND | GLOB_DOOFFS |
                GLOB_ERR))
    __rb_unsupported("glob with these flags");
  if (!(flags & GLOB_DOOFFS))
    to->gl_offs = 0;
  if (!(flags & GLOB_APPEND)) {
    to->gl_pathc = 0;
    to->gl_pathv = calloc(to->gl_offs + 1, sizeof *to->gl_pathv);
  }
  size_t before = to->gl_pathc;
  char path[2048] = "";
  int error = expand(path, pattern, flags, to);
  if (error)
    return error;
  if (to->gl_pathc == before)
    return flags & GLOB_NOCHECK ? add(to, pattern) : GLOB_NOMATCH;
  if (!(flags & GLOB_NOSORT))
    qsort(to->gl_pathv + to->gl_offs + before, to->gl_pathc - before,
          sizeof *to->gl_pathv, byName);
  return 0;
}
void globfree(glob_t *from) {
  for (size_t i = 0; i < from->gl_pathc; ++i)
    free(from->gl_pathv[from->gl_offs + i]);
  free(from->gl_pathv);
  from->gl_pathc = 0;
  from->gl_pathv = 0;
}
