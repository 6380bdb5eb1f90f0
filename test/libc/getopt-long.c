// getopt_long: abbreviations, arguments, flags, errors.
// RUN: %native %s -o %t.exe && %t.exe a --verb --ver --version --file=x b --file y --level --level=3 -h -fz --nope --version=1 c -- --file d > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc -- a --verb --ver --version --file=x b --file y --level --level=3 -h -fz --nope --version=1 c -- --file d > %t.ours
// RUN: diff %t.native %t.ours
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>

int main(int argc, char **argv) {
  static int flag;
  static const struct option options[] = {{"verbose", no_argument, &flag, 7},
                                          {"version", no_argument, 0, 'V'},
                                          {"file", required_argument, 0, 'f'},
                                          {"level", optional_argument, 0, 'l'},
                                          {0}};
  int c, index = -1;
  opterr = 0;
  while ((c = getopt_long(argc, argv, "hf:", options, &index)) != -1) {
    printf("%d %s %d %d\n", c, optarg ? optarg : "-", index, flag);
    index = -1;
  }
  printf("%d:", optind);
  for (int i = 1; i < argc; ++i)
    printf(" %s", argv[i]);
  printf("\n");
  return 0;
}
