// What C++ costs in scheduling points: no more than the same in C. Two threads
// do one thing each, next to a shared counter that makes every step count.
// RUN: %python %S/cost.py %s %t "%rbcc" LOCK STRING PRINT POINTER | FileCheck %s
// CHECK: LOCK: C [[S:[0-9]+]] states [[T:[0-9]+]] steps, C++ [[S]] states [[T]] steps
// CHECK: STRING: C [[S:[0-9]+]] states [[T:[0-9]+]] steps, C++ [[S]] states [[T]] steps
// CHECK: PRINT: C [[S:[0-9]+]] states [[T:[0-9]+]] steps, C++ [[S]] states [[T]] steps
// CHECK: POINTER: C [[S:[0-9]+]] states [[T:[0-9]+]] steps, C++ [[S]] states [[T]] steps
#include <atomic>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <string>

static std::atomic<int> counter;

#if defined(LOCK)
static pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER;
static std::mutex cxx;
static void doC() {
  pthread_mutex_lock(&c);
  pthread_mutex_unlock(&c);
}
static void doCxx() { std::lock_guard lock(cxx); }
#elif defined(STRING)
static void doC() {
  char text[64] = "a long text that does not fit ";
  strcat(text, "into a small string");
}
static void doCxx() {
  std::string text = "a long text that does not fit ";
  text += "into a small string";
}
#elif defined(PRINT)
static void doC() { printf("%d\n", 1); }
static void doCxx() { std::cout << 1 << "\n"; }
#elif defined(POINTER)
static std::shared_ptr<int> cxx(new int(1));
static int number = 1;
static std::atomic<int> count{1};
static struct {
  int *object;
  std::atomic<int> *owners;
} c = {&number, &count};
static void doC() {
  int *object = c.object;
  std::atomic<int> *owners = c.owners;
  owners->fetch_add(1);
  // libstdc++ looks first whether it is the only owner.
  if (object && owners->load() == 1)
    object = nullptr;
  else
    owners->fetch_sub(1);
}
static void doCxx() { std::shared_ptr<int> copy = cxx; }
#endif

static void *work(void *) {
  counter++;
#ifdef CXX
  doCxx();
#else
  doC();
#endif
  counter++;
  return nullptr;
}

int main() {
  pthread_t threads[2];
  for (pthread_t &thread : threads)
    pthread_create(&thread, nullptr, work, nullptr);
  for (pthread_t &thread : threads)
    pthread_join(thread, nullptr);
}
