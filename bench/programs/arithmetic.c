// A loop of integer arithmetic in registers. Argument: millions of iterations.
static unsigned parse(const char *text) {
  unsigned n = 0;
  while (*text)
    n = n * 10 + (unsigned)(*text++ - '0');
  return n;
}

int main(int argc, char **argv) {
  unsigned n = argc > 1 ? parse(argv[1]) * 1000000u : 0, x = 1, y = 0;
  for (unsigned i = 0; i < n; i++) {
    x = x * 1664525u + 1013904223u;
    y += x >> 13 ^ i;
    y ^= y << 5;
  }
  return (int)(y & 1);
}
