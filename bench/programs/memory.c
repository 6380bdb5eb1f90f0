// A loop of loads and stores in a 64 KiB table. Argument: millions of iterations.
static unsigned table[16384];

static unsigned parse(const char *text) {
  unsigned n = 0;
  while (*text)
    n = n * 10 + (unsigned)(*text++ - '0');
  return n;
}

int main(int argc, char **argv) {
  unsigned n = argc > 1 ? parse(argv[1]) * 1000000u : 0, at = 0;
  for (unsigned i = 0; i < n; i++) {
    unsigned value = table[at] + i;
    table[i & 16383] += value;
    table[at] = value ^ at;
    at = (at + 769) & 16383;
  }
  return (int)(table[0] & 1);
}
