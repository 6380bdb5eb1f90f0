// Complex numbers of all sizes: multiplication and division as libgcc does them.
#include <complex.h>
#include <stdio.h>

static void show(double _Complex a, double _Complex b) {
  double _Complex d = a / b, m = a * b;
  printf("%a %a %a %a\n", creal(d), cimag(d), creal(m), cimag(m));
  float _Complex f = (float _Complex)a, g = (float _Complex)b;
  float _Complex df = f / g, mf = f * g;
  printf("%a %a %a %a\n", (double)crealf(df), (double)cimagf(df), (double)crealf(mf),
         (double)cimagf(mf));
  long double _Complex p = a, q = b, dl = p / q, ml = p * q;
  printf("%La %La %La %La\n", creall(dl), cimagl(dl), creall(ml), cimagl(ml));
  printf("%d %d\n", a == b, a * 2 != a + a);
}

int main(void) {
  volatile double parts[] = {0.0, 1.0, -0.3, 0.7, 3.5, -1e-5, 1e150, -4e-120, 3e300};
  enum { kParts = sizeof parts / sizeof *parts };
  for (int i = 0; i < kParts; i++)
    for (int j = 0; j < kParts; j += 2) {
      double _Complex a = parts[i] + parts[(i + j) % kParts] * I;
      double _Complex b = parts[j] - parts[(i * 3 + 1) % kParts] * I;
      show(a, b);
    }
  printf("%g %g\n", creal(conj(1 + 2 * I)), cimag(~(1 + 2 * I)));
  return 0;
}
