// getopt, with arguments moved behind the options.
// RUN: %native %s -o %t.exe && %t.exe x -a y -bval -b val z -copt -c w -ad -q -- -a v -b > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc -- x -a y -bval -b val z -copt -c w -ad -q -- -a v -b > %t.ours
// RUN: diff %t.native %t.ours
#include <getopt.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int c;
  opterr = 0;
  while ((c = getopt(argc, argv, "ab:c::d")) != -1)
    printf("%c %s %d\n", c, optarg ? optarg : "-", c == '?' ? optopt : 0);
  printf("%d:", optind);
  for (int i = 1; i < argc; ++i)
    printf(" %s", argv[i]);
  printf("\n");
  return 0;
}
