//===- runtime/libc/getopt.c - getopt, getopt_long, getopt_long_only ------===//
//
// As glibc's: arguments that are no options move behind the options, unless
// the option string starts with '+' (stop at the first) or '-' (each is the
// argument of an option 1). Tested by test/libc/getopt*.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static char *rest;                // of a group of short options
static int firstOther, lastOther; // arguments passed over, optind behind them

static int isOption(const char *text) { return text[0] == '-' && text[1]; }

/// Moves the arguments passed over behind the options read since.
static void exchange(char **argv) {
  for (int count = optind - lastOther; count > 0; --count) {
    char *option = argv[lastOther];
    for (int i = lastOther; i > firstOther; --i)
      argv[i] = argv[i - 1];
    argv[firstOther++] = option;
    ++lastOther;
  }
}

static int complain(int isOn, const char *program, const char *what,
                    const char *dashes, const char *name, int result) {
  if (isOn && opterr)
    fprintf(stderr, "%s: %s '%s%s'\n", program, what, dashes, name);
  return result;
}

struct Long {
  const struct option *options;
  int *index;
  int isOnly; // one dash is enough
};

static int takeLong(int argc, char **argv, const char *shorts, int isLoud,
                    struct Long how, const char *dashes) {
  const char *name = rest, *end = strchr(name, '=');
  size_t length = end ? (size_t)(end - name) : strlen(name);
  const struct option *found = 0;
  int isAmbiguous = 0;
  for (const struct option *o = how.options; o->name; ++o) {
    if (strncmp(o->name, name, length))
      continue;
    if (strlen(o->name) == length) {
      found = o;
      isAmbiguous = 0;
      break;
    }
    if (!found)
      found = o;
    else if (how.isOnly || found->has_arg != o->has_arg ||
             found->flag != o->flag || found->val != o->val)
      isAmbiguous = 1;
  }
  if (!found && how.isOnly && dashes[1] == 0 && strchr(shorts, *name))
    return -1; // a short option after all
  ++optind;
  char *whole = rest;
  rest = 0;
  optopt = 0;
  if (!found || isAmbiguous) {
    if (isLoud && opterr && isAmbiguous) {
      fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:",
              argv[0], dashes, whole);
      for (const struct option *o = how.options; o->name; ++o)
        if (!strncmp(o->name, name, length))
          fprintf(stderr, " '%s%s'", dashes, o->name);
      fprintf(stderr, "\n");
      return '?';
    }
    return complain(isLoud, argv[0], "unrecognized option", dashes, whole, '?');
  }
  if (end && !found->has_arg) {
    optopt = found->val;
    if (isLoud && opterr)
      fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", argv[0],
              dashes, found->name);
    return '?';
  }
  if (end) {
    optarg = (char *)end + 1;
  } else if (found->has_arg == required_argument) {
    if (optind >= argc) {
      optopt = found->val;
      if (isLoud && opterr)
        fprintf(stderr, "%s: option '%s%s' requires an argument\n", argv[0],
                dashes, found->name);
      return *shorts == ':' ? ':' : '?';
    }
    optarg = argv[optind++];
  }
  if (how.index)
    *how.index = (int)(found - how.options);
  if (!found->flag)
    return found->val;
  *found->flag = found->val;
  return 0;
}

static int takeShort(int argc, char **argv, const char *shorts, int isLoud) {
  char c = *rest++;
  const char *found = c == ':' || c == ';' ? 0 : strchr(shorts, c);
  char name[2] = {c, 0};
  if (!*rest)
    ++optind;
  if (!found) {
    optopt = c;
    if (isLoud && opterr)
      fprintf(stderr, "%s: invalid option -- '%s'\n", argv[0], name);
    return '?';
  }
  if (found[1] != ':')
    return c;
  if (*rest) {
    optarg = rest;
    ++optind;
  } else if (found[2] != ':') {
    if (optind >= argc) {
      optopt = c;
      if (isLoud && opterr)
        fprintf(stderr, "%s: option requires an argument -- '%s'\n", argv[0],
                name);
      c = *shorts == ':' ? ':' : '?';
    } else {
      optarg = argv[optind++];
    }
  }
  rest = 0;
  return c;
}

static int next(int argc, char **argv, const char *shorts, struct Long how) {
  char order = *shorts == '+' || *shorts == '-' ? *shorts++ : 0;
  if (!order && getenv("POSIXLY_CORRECT"))
    order = '+';
  int isLoud = *shorts != ':';
  optarg = 0;
  if (optind == 0) {
    optind = 1;
    rest = 0;
  }
  if (optind == 1 && !rest)
    firstOther = lastOther = 1;
  if (!rest || !*rest) {
    rest = 0;
    if (lastOther > optind)
      lastOther = optind;
    if (firstOther > optind)
      firstOther = optind;
    if (!order) {
      if (firstOther != lastOther && lastOther != optind)
        exchange(argv);
      else if (lastOther != optind)
        firstOther = optind;
      while (optind < argc && !isOption(argv[optind]))
        ++optind;
      lastOther = optind;
    }
    if (optind < argc && !strcmp(argv[optind], "--")) {
      ++optind;
      if (firstOther != lastOther && lastOther != optind)
        exchange(argv);
      else if (firstOther == lastOther)
        firstOther = optind;
      lastOther = argc;
      optind = argc;
    }
    if (optind >= argc) {
      if (firstOther != lastOther)
        optind = firstOther;
      return -1;
    }
    if (!isOption(argv[optind])) {
      if (order == '+')
        return -1;
      optarg = argv[optind++];
      return 1;
    }
    rest = argv[optind] + 1;
    if (how.options && *rest == '-') {
      ++rest;
      return takeLong(argc, argv, shorts, isLoud, how, "--");
    }
    if (how.options && how.isOnly) {
      int result = takeLong(argc, argv, shorts, isLoud, how, "-");
      if (result != -1)
        return result;
    }
  }
  return takeShort(argc, argv, shorts, isLoud);
}

int getopt(int argc, char *const argv[], const char *shorts) {
  struct Long none = {0};
  return next(argc, (char **)argv, shorts, none);
}

int getopt_long(int argc, char *const argv[], const char *shorts,
                const struct option *options, int *index) {
  struct Long how = {options, index, 0};
  return next(argc, (char **)argv, shorts, how);
}

int getopt_long_only(int argc, char *const argv[], const char *shorts,
                     const struct option *options, int *index) {
  struct Long how = {options, index, 1};
  return next(argc, (char **)argv, shorts, how);
}
