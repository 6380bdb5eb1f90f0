// Bools and bytes are complete.
// RUN: %exits 0 rbcheck %s

_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
  char c = __VERIFIER_nondet_char();
  if (__VERIFIER_nondet_bool() && c != c)
    reach_error();
}
