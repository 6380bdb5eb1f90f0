// Computes for ever and never does anything visible.
int main(void) {
  unsigned n = 0;
  for (;;)
    n = n * 3 + 1;
}
