// LazyInit(USERS, VALUES): USERS threads use VALUES values each, which are made
// by whoever comes first, once.
// ERROR 1: no second look under the lock whether somebody has made it
// meanwhile.
#ifndef REPORTS
#define REPORTS 5
#endif
#include "gambit.h"

#ifndef USERS
#define USERS 3
#endif
#ifndef VALUES
#define VALUES 3
#endif

typedef struct {
  Lock lock;
  Word isMade;
  int value, made;
} Lazy;

static Lazy lazy[VALUES];

static int make(int which) { return 10 * which + 7; }

static int get(int which) {
  Lazy *it = &lazy[which];
  if (!it->isMade) {
    enter(&it->lock);
#if ERROR != 1
    if (!it->isMade)
#endif
    {
      assert(it->made == 0 && "made once");
      it->made++;
      it->value = make(which);
      it->isMade = 1;
    }
    leave(&it->lock);
  }
  return it->value;
}

static void *use(void *arg) {
  for (int i = 0; i < VALUES; i++) {
    int which = (NUMBER(arg) + i) % VALUES;
    int value = get(which);
    assert(value == make(which));
  }
  return report(arg);
}

int main(void) {
  Threads threads = {0};
  for (int i = 0; i < USERS; i++)
    start(&threads, use);
  joinAll(&threads);
  return 0;
}
