// Deadlock(V, H): a vector and a table that contain each other. The hash of a
// container locks it and then hashes its elements, so that a thread that hashes
// the vector and one that hashes the table can wait for each other. V vector
// threads fill and hash the vector; H table threads, started first, hash the
// table, to which the first to arrive adds the vector, if that contains the
// table by then. N elements are added to the vector by each of its threads.
// Error: deadlock, with SHARED=_Atomic or without data races.
#include "papers.h"

#ifndef V
#define V 1
#endif
#ifndef H
#define H 1
#endif
#ifndef N
#define N 3
#endif

enum { kCapacity = 8 };

class Hashable {
public:
  /// The hash of the elements; those of containers only if `depth` is not 0.
  virtual int hash(int depth) = 0;
};

class Container : public Hashable {
public:
  Container() { makeRecursive(&lock_); }
  void add(int number) {
    enter(&lock_);
    int at = count_;
    assert(at < kCapacity);
    numbers_[at] = number;
    count_ = at + 1;
    leave(&lock_);
  }
  /// The one container that this one contains.
  void add(Hashable *member) {
    enter(&lock_);
    member_ = member;
    leave(&lock_);
  }
  bool contains(Hashable *member) {
    enter(&lock_);
    bool isThere = member_ == member;
    leave(&lock_);
    return isThere;
  }

protected:
  int hashNumbers() {
    int sum = 0;
    for (int i = 0; i < count_; i++)
      sum += numbers_[i];
    return sum;
  }
  Lock lock_;
  SHARED int count_ = 0;
  SHARED int numbers_[kCapacity] = {};
  Hashable *SHARED member_ = nullptr;
};

class Vec final : public Container {
public:
  int hash(int depth) override {
    enter(&lock_); // L0
    int sum = hashNumbers();
    Hashable *member = member_;
#if !BUG
    leave(&lock_);
#endif
    if (member && depth)
      sum += member->hash(depth - 1); // L1
#if BUG
    leave(&lock_);
#endif
    return sum;
  }
};

class Table final : public Container {
public:
  int hash(int depth) override {
    enter(&lock_); // L9
    int sum = 31 * hashNumbers();
    Hashable *member = member_;
#if !BUG
    leave(&lock_);
#endif
    if (member && depth)
      sum += member->hash(depth - 1); // L18
#if BUG
    leave(&lock_);
#endif
    return sum;
  }
};

static Vec vec;
static Table table;
static SHARED int arrivals;
static Lock karr = LOCK;

static void *vectorThread(void *arg) {
  for (int i = 0; i < N - 1; i++)
    vec.add(i);
  vec.add(&table); // D1
  vec.hash(1);
  return arg;
}

static void *tableThread(void *arg) {
  enter(&karr);
  int mine = arrivals;
  arrivals = mine + 1;
  leave(&karr);
  if (mine == 0 && vec.contains(&table))
    table.add(&vec); // D2
  table.hash(1);
  return arg;
}

int main(int argc, char **argv) {
  Threads threads = {0};
  int vectorThreads = parameter(argc, argv, 1, V);
  int tableThreads = parameter(argc, argv, 2, H);
  for (int i = 0; i < tableThreads; i++)
    spawn(&threads, tableThread, 0);
  for (int i = 0; i < vectorThreads; i++)
    spawn(&threads, vectorThread, 0);
  joinAll(&threads);
  return 0;
}
