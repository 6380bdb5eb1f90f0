// setjmp and longjmp: out of nested calls, with values, more than once, atexit.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf outer, inner;
static int depthReached;

static void dive(int n) {
  int local[4] = {n, n + 1, n + 2, n + 3};
  depthReached = n;
  if (n == 12)
    longjmp(inner, local[2]);
  if (n == 25)
    longjmp(outer, n);
  dive(n + 1);
}

static int guarded(int start) {
  volatile int tries = 0;
  int code = setjmp(inner);
  tries++;
  if (code == 0) {
    dive(start);
  } else {
    printf("caught %d after %d, depth %d\n", code, tries, depthReached);
  }
  return tries;
}

static int parse(const char *text, jmp_buf fail) {
  int value = 0;
  for (; *text; text++) {
    if (*text < '0' || *text > '9')
      longjmp(fail, *text);
    value = value * 10 + *text - '0';
  }
  return value;
}

static void last(void) { printf("last\n"); }
static void first(void) { printf("first\n"); }

int main(void) {
  atexit(last);
  atexit(first);
  volatile int rounds = 0;
  int code = setjmp(outer);
  rounds++;
  if (code == 0) {
    printf("%d\n", guarded(3));
    printf("%d\n", guarded(13));
    printf("not reached\n");
  }
  printf("outer %d, rounds %d\n", code, rounds);
  if (rounds < 4)
    longjmp(outer, 0); // becomes 1
  const char *texts[] = {"123", "45x6", "", "7890"};
  for (volatile int i = 0; i < 4; i++) {
    jmp_buf fail;
    int c = setjmp(fail);
    if (c)
      printf("bad '%c'\n", c);
    else
      printf("%d\n", parse(texts[i], fail));
  }
  sigjmp_buf signals;
  if (!sigsetjmp(signals, 1))
    siglongjmp(signals, 1);
  exit(7);
}
