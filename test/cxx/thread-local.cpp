// Static, local static and thread-local objects: made and destroyed when due.
// RUN: %same %s
// RUN: %exits 0 rbcheck %s
#include <cstdio>
#include <pthread.h>
struct T {
  int id;
  T(int i) : id(i) { printf("T%d\n", i); }
  ~T() { printf("~T%d\n", id); }
};
static T s(1);
thread_local T t(2);
T &local() {
  static T l(3);
  return l;
}
void *run(void *) {
  printf("thr %d\n", t.id);
  local();
  return 0;
}
int main() {
  printf("main %d\n", t.id);
  local();
  pthread_t p;
  pthread_create(&p, 0, run, 0);
  pthread_join(p, 0);
}
